"use client";

import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, Ref } from "react";
import { Icon } from "./icon";

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children"> & {
  icon: LucideIcon;
  label: string;
  small?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** A button of one icon: the label is its name and its tooltip. */
export function IconButton({ icon, label, small, className, disabled, onClick, ...rest }: Props) {
  return (
    <button
      data-tip={label}
      type="button"
      {...rest}
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
      className={`btn btn-ghost btn-icon${small ? " btn-sm" : ""}${className ? ` ${className}` : ""}`}
    >
      <Icon of={icon} />
    </button>
  );
}
