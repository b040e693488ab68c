"use client";

import type { LucideIcon } from "lucide-react";
import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, useState } from "react";
import { later } from "@/ui/later";

export type MenuItem = {
  id: string;
  label: ReactNode;
  icon?: LucideIcon;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
};

const load = later(() => import("./menu-content"));
type Loaded = Awaited<ReturnType<typeof load>>["default"];

type Trigger = ReactElement<{
  onClick?: (event: MouseEvent) => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  "aria-haspopup"?: "menu";
  "aria-expanded"?: boolean;
}>;

/** A menu under its trigger; `null` between items draws a line. */
export function Menu({
  trigger,
  items,
  align = "end",
  heading,
}: {
  trigger: Trigger;
  items: readonly (MenuItem | null)[];
  align?: "start" | "end";
  heading?: string;
}) {
  const [Content, setContent] = useState<Loaded | null>(null);
  const prefetch = () => void load();
  if (Content) {
    return <Content trigger={trigger} items={items} align={align} heading={heading} />;
  }
  return cloneElement(trigger, {
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: () => void load().then((module) => setContent(() => module.default)),
    "aria-haspopup": "menu",
    "aria-expanded": false,
  });
}
