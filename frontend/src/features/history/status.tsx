"use client";

import { Check, CircleAlert, CircleDashed, CircleDot, Hand, type LucideIcon, Square } from "lucide-react";
import { useTranslations } from "use-intl";
import type { RunStatus } from "@/api/contract";
import { Icon } from "@/ui/icon";

const LOOK: Record<RunStatus, [string, LucideIcon]> = {
  pending: ["badge", CircleDashed],
  running: ["badge badge-active", CircleDot],
  paused: ["badge badge-active", Hand],
  completed: ["badge badge-success", Check],
  failed: ["badge badge-danger", CircleAlert],
  cancelled: ["badge", Square],
};

/** The state of a run: a word and an icon, never colour alone. */
export function StatusBadge({ status }: { status: RunStatus }) {
  const t = useTranslations("run.status");
  const [look, icon] = LOOK[status];
  return (
    <span className={look} data-status={status}>
      <Icon of={icon} size={14} />
      {t(status)}
    </span>
  );
}
