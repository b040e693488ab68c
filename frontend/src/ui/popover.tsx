"use client";

import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, useState } from "react";
import { later } from "@/ui/later";

const load = later(() => import("./popover-content"));
type Loaded = Awaited<ReturnType<typeof load>>["default"];

export type PopTrigger = ReactElement<{
  onClick?: (event: MouseEvent) => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  "aria-haspopup"?: "dialog";
  "aria-expanded"?: boolean;
}>;

export type PopProps = {
  trigger: PopTrigger;
  label: string;
  /** What is shown; gets a function that closes it. */
  children: (close: () => void) => ReactNode;
  className?: string;
  side?: "top" | "bottom";
  align?: "start" | "end";
};

/** A small sheet beside its trigger. Until it is first opened it is nothing but the trigger. */
export function Pop(props: PopProps) {
  const [Content, setContent] = useState<Loaded | null>(null);
  if (Content) return <Content {...props} />;
  const prefetch = () => void load();
  return cloneElement(props.trigger, {
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: () => void load().then((module) => setContent(() => module.default)),
    "aria-haspopup": "dialog",
    "aria-expanded": false,
  });
}
