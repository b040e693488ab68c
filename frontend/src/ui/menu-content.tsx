"use client";

import { DropdownMenu } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Icon } from "./icon";
import type { MenuItem } from "./menu";

/** The open menu; loaded when a menu is about to be opened for the first time. */
export default function MenuContent({
  trigger,
  items,
  align,
  heading,
}: {
  trigger: ReactNode;
  items: readonly (MenuItem | null)[];
  align: "start" | "end";
  heading?: string;
}) {
  const [open, setOpen] = useState(true);
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={setOpen}>
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
