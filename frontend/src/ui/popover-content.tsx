"use client";

import { Popover } from "radix-ui";
import { useState } from "react";
import type { PopProps } from "./popover";

/** The open popover; loaded when one is about to be opened for the first time. */
export default function PopoverContent({
  trigger,
  label,
  children,
  className = "pop",
  side,
  align,
}: PopProps) {
  const [open, setOpen] = useState(true);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={className}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
        >
          {children(() => setOpen(false))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
