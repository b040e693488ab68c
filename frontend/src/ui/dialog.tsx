"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  footer: ReactNode;
  wide?: boolean;
};

function OpenDialog({ onClose, title, description, children, footer, wide }: Props) {
  const id = useId();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      className={wide ? "dialog dialog-wide" : "dialog"}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      {description && (
        <p id={`${id}-text`} className="muted mt-1">
          {description}
        </p>
      )}
      {children}
      <div className="dialog-f">{footer}</div>
    </dialog>
  );
}

/** A dialog that confirms a loss or asks for one thing; `footer` holds its buttons, the safe one first. */
export function Dialog(props: Props) {
  return props.open ? <OpenDialog {...props} /> : null;
}
