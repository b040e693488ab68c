"use client";

import type { LucideIcon } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { Icon } from "./icon";

export type MenuItem = {
  id: string;
  label: ReactNode;
  icon?: LucideIcon;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
};

/** A menu under its trigger; `null` between items draws a line. */
export function Menu({
  trigger,
  items,
  align = "end",
  heading,
}: {
  trigger: ReactNode;
  items: readonly (MenuItem | null)[];
  align?: "start" | "end";
  heading?: string;
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align={align} sideOffset={6} collisionPadding={8}>
          {heading && <DropdownMenu.Label className="menu-h">{heading}</DropdownMenu.Label>}
          {items.map((item, i) =>
            item === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a separator has no identity but its place
              <DropdownMenu.Separator key={`line-${i}`} className="menu-sep" />
            ) : (
              <DropdownMenu.Item
                key={item.id}
                className={item.danger ? "menu-i t-danger" : "menu-i"}
                disabled={item.disabled}
                onSelect={item.onSelect}
              >
                {item.icon && <Icon of={item.icon} />}
                {item.label}
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
