import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Icon } from "./icon";

type Look = "plain" | "primary" | "success" | "ghost";

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: Look;
  size?: "sm" | "md" | "lg";
  icon?: LucideIcon;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
};

/** A disabled button stays focusable (`aria-disabled`), so that a reason can be read on it. */
export function Button({
  look = "plain",
  size = "md",
  icon,
  className,
  disabled,
  onClick,
  children,
  ...rest
}: Props) {
  const classes = ["btn", look !== "plain" && `btn-${look}`, size !== "md" && `btn-${size}`, className];
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={disabled || undefined}
      onClick={disabled ? (event) => event.preventDefault() : onClick}
      className={classes.filter(Boolean).join(" ")}
    >
      {icon && <Icon of={icon} />}
      {children}
    </button>
  );
}
