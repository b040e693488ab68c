"use client";

import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";

/** A dialog that confirms a loss or asks for one thing; `footer` holds its buttons, the safe one first. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  wide,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  footer: ReactNode;
  wide?: boolean;
}) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className={wide ? "dialog dialog-wide" : "dialog"}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <Radix.Title>{title}</Radix.Title>
          {description && <Radix.Description className="muted mt-1">{description}</Radix.Description>}
          {children}
          <div className="dialog-f">{footer}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
