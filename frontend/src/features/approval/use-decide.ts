"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { ApiError } from "@/api/client";
import { type DecideBody, type Decision, useDecide } from "@/api/run-queries";
import { useErrorText } from "@/features/shell/error-text";
import { notify } from "@/ui/notify";

/** What pages say of themselves when they decide, in every language. */
const BROWSERS: ReadonlySet<string> = new Set(["Browser", "browser", "浏览器"]);

export type Decided = { pauseId: string; action: string; by: string; at: string };

/** Pauses that this page decided itself, or whose decision it has told already. */
const known = new Set<string>();

/** Says once who decided a pause, what and when, unless it was this page. */
export function useTellDecided(): (decided: Decided) => void {
  const t = useTranslations("gm");
  const tRun = useTranslations("run.step.decided");
  const format = useFormatter();
  return ({ pauseId, action, by, at }) => {
    if (known.has(pauseId)) return;
    known.add(pauseId);
    const key = action as "approve";
    const time = at ? format.dateTime(new Date(at), { timeStyle: "short" }) : "";
    const who = BROWSERS.has(by) ? t("otherTab") : by || t("someone");
    notify.info(t("already", { action: tRun.has(key) ? tRun(key) : action }), {
      description: t("alreadyBy", { time, who }),
    });
  };
}

/** Sends decisions for one pause; a lost race is told in words: who, what, when (RN-9). */
export function useDecisions(runId: string, pauseId: string) {
  const t = useTranslations("gm");
  const tRun = useTranslations("run");
  const tell = useTellDecided();
  const client = useQueryClient();
  const textOf = useErrorText();
  const decide = useDecide(runId);
  // A second click comes before the next picture, so the state of the request would be read too late.
  const sent = useRef(false);

  const onError = (error: unknown) => {
    sent.current = false;
    known.delete(pauseId);
    if (!(error instanceof ApiError && error.status === 409)) {
      notify.error(tRun("actionFailed"), { description: textOf(error) });
      return;
    }
    const winner = (error.details.winner ?? {}) as Record<string, string | undefined>;
    const { action = "", decided_by: by = "", decided_at: at = "" } = winner;
    tell({ pauseId, action, by, at });
    void client.invalidateQueries();
  };

  const send = (choice: Decision | { decisions: (Decision & { node: string })[] }) => {
    if (sent.current) return;
    sent.current = true;
    known.add(pauseId);
    const body: DecideBody = { ...choice, pause_id: pauseId, decided_by: t("tab") };
    decide.mutate(body, { onError });
  };
  return { send, busy: decide.isPending || decide.isSuccess };
}
