"use client";

import { Check, CircleAlert, CircleDot, Clock, Hand, type LucideIcon, Square } from "lucide-react";
import { useTranslations } from "use-intl";
import type { RunStatus } from "@/api/types";
import { Icon } from "@/ui/icon";

const LOOK: Record<RunStatus, { icon: LucideIcon; look: string }> = {
  pending: { icon: Clock, look: "" },
  running: { icon: CircleDot, look: "badge-active" },
  paused: { icon: Hand, look: "badge-active" },
  completed: { icon: Check, look: "badge-success" },
  failed: { icon: CircleAlert, look: "badge-danger" },
  cancelled: { icon: Square, look: "" },
};

/** Icon and word, never colour alone. */
export function StatusBadge({ status }: { status: RunStatus }) {
  const t = useTranslations("run.status");
  const { icon, look } = LOOK[status];
  return (
    <span className={`badge ${look}`}>
      <Icon of={icon} size={14} />
      {t(status)}
    </span>
  );
}
