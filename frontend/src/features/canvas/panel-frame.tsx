"use client";

import { type LucideIcon, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { draft } from "./draft-store";

/** The right panel: what is chosen, its fields, what can be done with it. */
export function PanelFrame({
  label,
  icon,
  title,
  subtitle,
  closable = true,
  children,
  footer,
}: {
  label: string;
  icon: LucideIcon;
  title: string;
  subtitle?: string;
  closable?: boolean;
  children: ReactNode;
  footer?: ReactNode;
}) {
  const t = useTranslations();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    // What had the focus went away with the panel before: stay in its place instead of at the top of the page.
    if (closable && document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, [closable]);
  return (
    <aside ref={box} tabIndex={-1} className={closable ? "panel is-open" : "panel"} aria-label={label}>
      <div className="p-sec row py-3">
        <span className="tile">
          <Icon of={icon} />
        </span>
        <div className="grow">
          <h2 className="ell">{title}</h2>
          {subtitle && <p className="muted ell t12">{subtitle}</p>}
        </div>
        {closable && (
          <IconButton icon={X} className="muted" label={t("common.close")} onClick={() => draft.select({})} />
        )}
      </div>
      <div className="scroll">{children}</div>
      {footer ? <div className="panel-f">{footer}</div> : <div />}
    </aside>
  );
}
