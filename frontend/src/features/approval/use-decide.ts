"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "use-intl";
import { ApiError } from "@/api/client";
import { type DecideBody, type Decision, useDecide } from "@/api/run-queries";
import { useErrorText } from "@/features/shell/error-text";
import { notify } from "@/ui/notify";

type Winner = { action?: string; decided_by?: string; decided_at?: string };

/** Sends decisions for one pause; a lost race is told in words: who, what, when (RN-9). */
export function useDecisions(runId: string, pauseId: string) {
  const t = useTranslations("gm");
  const tRun = useTranslations("run");
  const format = useFormatter();
  const client = useQueryClient();
  const textOf = useErrorText();
  const decide = useDecide(runId);

  const tellLost = (winner: Winner) => {
    const action = winner.action as "approve";
    const words = tRun.has(`step.decided.${action}`) ? tRun(`step.decided.${action}`) : (winner.action ?? "");
    const time = winner.decided_at
      ? format.dateTime(new Date(winner.decided_at), { timeStyle: "short" })
      : "";
    notify.info(t("already", { action: words }), {
      description: t("alreadyBy", { time, who: winner.decided_by ?? "" }),
    });
    void client.invalidateQueries();
  };

  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 409) tellLost((error.details.winner ?? {}) as Winner);
    else notify.error(tRun("actionFailed"), { description: textOf(error) });
  };

  const send = (choice: Decision | { decisions: (Decision & { node: string })[] }) => {
    if (decide.isPending || decide.isSuccess) return;
    const body: DecideBody = { ...choice, pause_id: pauseId, decided_by: t("tab") };
    decide.mutate(body, { onError });
  };
  return { send, busy: decide.isPending || decide.isSuccess };
}
