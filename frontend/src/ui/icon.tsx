import type { LucideIcon } from "lucide-react";

/** A decorative lucide icon in the product's stroke; the control around it carries the name. */
export function Icon({
  of: Glyph,
  size = 16,
  className,
}: {
  of: LucideIcon;
  size?: 12 | 14 | 16 | 20;
  className?: string;
}) {
  const step = size === 16 ? "" : ` i-${size}`;
  return (
    <Glyph aria-hidden className={`i${step}${className ? ` ${className}` : ""}`} width={size} height={size} />
  );
}
