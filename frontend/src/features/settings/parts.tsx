"use client";

import { Check, CircleAlert, CircleDashed, Copy, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Icon } from "@/ui/icon";
import { notify } from "@/ui/notify";

/** A heading, a sentence, and rows under it. */
export function Group({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  return (
    <section className="grp" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {lead && <p>{lead}</p>}
      <div className={lead ? "rows" : "rows mt-2.5"}>{children}</div>
    </section>
  );
}

export function SettingRow({
  icon,
  name,
  note,
  children,
}: {
  icon?: LucideIcon;
  name: string;
  note?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="r">
      {icon && (
        <span className="tile">
          <Icon of={icon} />
        </span>
      )}
      <div className="tx">
        <b>{name}</b>
        {note && <span>{note}</span>}
      </div>
      <div className="r-end">{children}</div>
    </div>
  );
}

/** What to set or to run, exactly, with a button to copy it; never a value. */
export function Exact({ text }: { text: string }) {
  const t = useTranslations("settings");
  const tCommon = useTranslations("common");
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    notify.success(tCommon("copied"));
  };
  return (
    <span className="env">
      {text}
      <button
        className="btn btn-ghost btn-icon btn-sm env-c"
        type="button"
        aria-label={t("copy", { name: text })}
        onClick={copy}
      >
        <Icon of={Copy} size={14} />
      </button>
    </span>
  );
}

type State = "ready" | "missing" | "unreachable";

const LOOK: Record<State, [string, LucideIcon]> = {
  ready: ["badge badge-success", Check],
  missing: ["badge", CircleDashed],
  unreachable: ["badge badge-danger", CircleAlert],
};

export function StateBadge({ state }: { state: State }) {
  const t = useTranslations("settings");
  const [look, icon] = LOOK[state];
  return (
    <span className={look}>
      <Icon of={icon} size={14} />
      {t(state)}
    </span>
  );
}
