import type { HTMLAttributes, Ref } from "react";

type Props = HTMLAttributes<HTMLElement> & { "aria-label": string; ref?: Ref<HTMLElement> };

/** A region that scrolls must be reachable by keyboard, or it cannot be read without a mouse. */
const reachable = { tabIndex: 0 };

export function ScrollRegion({ className, ...rest }: Props) {
  return <section {...reachable} {...rest} className={className ? `scroll ${className}` : "scroll"} />;
}
