"use client";

import { Ellipsis, RotateCcw, Square, Trash2 } from "lucide-react";
import Link from "next/link";
import { useLocale, useNow, useTranslations } from "use-intl";
import type { RunSummary } from "@/api/contract";
import { countWords } from "@/domain/diff";
import { stopwatch } from "@/domain/run-facts";
import { canContinue, costOf, durationOf, isLive } from "@/domain/run-figures";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { Menu } from "@/ui/menu";
import { Pips, Score, useNumbers } from "@/ui/numbers";
import { useWhen } from "@/ui/use-when";
import { StatusBadge } from "./status";
import { useRunActions } from "./use-run-actions";

const SECOND = 1000;

/** Where a run is looked at: while it lives in the Konferenzzimmer, later as a record. */
export function hrefOf(run: Pick<RunSummary, "run_id" | "status">): string {
  return isLive(run.status) ? `/konferenzzimmer/?run=${run.run_id}` : `/verlauf/?run=${run.run_id}`;
}

export function useTopic(): (run: Pick<RunSummary, "input_topic">) => string {
  const t = useTranslations("history");
  return (run) => run.input_topic.trim() || t("noTopic");
}

function SecondLine({ run }: { run: RunSummary }) {
  const t = useTranslations("history");
  const tRun = useTranslations("run");
  const language = useLocale();
  const parts = [run.name || tRun("defaultCouncil")];
  if (run.error) parts.push(run.error);
  else if (run.final_draft) parts.push(t("words", { count: countWords(run.final_draft, language) }));
  if (run.loop_limit_reached) parts.push(t("limitReached"));
  return <div className="t2 ell">{parts.join(" · ")}</div>;
}

function LiveTime({ run }: { run: RunSummary }) {
  const now = useNow({ updateInterval: SECOND });
  return stopwatch(durationOf(run, now.getTime()));
}

function Action({ run, onDelete, onStop }: { run: RunSummary; onDelete: () => void; onStop: () => void }) {
  const t = useTranslations("history");
  const topic = useTopic()(run);
  const { again, goOn, pending } = useRunActions();
  const live = isLive(run.status);
  return (
    <span className="row justify-end">
      {run.status === "paused" && (
        <Link className="btn btn-sm" href={hrefOf(run)}>
          {t("decide")}
        </Link>
      )}
      {canContinue(run) && (
        <Button size="sm" disabled={pending} onClick={() => goOn(run.run_id)}>
          {t("goOn")}
        </Button>
      )}
      <Menu
        trigger={<IconButton small icon={Ellipsis} className="muted" label={t("more", { topic })} />}
        items={[
          {
            id: "same",
            label: t("againSame"),
            icon: RotateCcw,
            disabled: pending,
            onSelect: () => again(run.run_id, "same"),
          },
          {
            id: "current",
            label: t("againCurrent"),
            icon: RotateCcw,
            disabled: pending,
            onSelect: () => again(run.run_id, "current"),
          },
          null,
          ...(live ? [{ id: "stop", label: t("stop"), icon: Square, danger: true, onSelect: onStop }] : []),
          { id: "delete", label: t("remove"), icon: Trash2, danger: true, onSelect: onDelete },
        ]}
      />
    </span>
  );
}

type Props = {
  run: RunSummary;
  selected: boolean;
  onSelect: (selected: boolean) => void;
  onDelete: () => void;
  onStop: () => void;
};

/** One run in the list. */
export function Row({ run, selected, onSelect, onDelete, onStop }: Props) {
  const t = useTranslations("history");
  const numbers = useNumbers();
  const when = useWhen();
  const topic = useTopic()(run);
  const cost = costOf(run);
  const look = selected ? "sel" : run.status === "paused" ? "wait" : undefined;
  const rounds = run.iteration_count > 0 || run.critic_score !== null;
  return (
    <tr className={look} data-run={run.run_id}>
      <td className="c-check">
        <input
          type="checkbox"
          className="check"
          aria-label={t("select", { topic })}
          checked={selected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </td>
      <td className="c-status">
        <StatusBadge status={run.status} />
      </td>
      <td className="c-topic">
        <Link className="t1 ell" href={hrefOf(run)} title={topic}>
          {topic}
        </Link>
        <SecondLine run={run} />
      </td>
      <td className="c-score">
        {run.critic_score === null ? (
          <span className="muted">{t("none")}</span>
        ) : (
          <Score value={run.critic_score} threshold={run.approval_threshold} />
        )}
      </td>
      <td className="c-rounds">
        {rounds ? (
          <span className="row nowrap muted">
            <Pips filled={run.iteration_count} limit={run.max_iterations} />
            {t("rounds", { count: run.iteration_count, limit: run.max_iterations })}
          </span>
        ) : (
          <span className="muted">{t("none")}</span>
        )}
      </td>
      <td className="num c-time">
        {run.started_at ? (
          isLive(run.status) ? (
            <LiveTime run={run} />
          ) : (
            stopwatch(durationOf(run, 0))
          )
        ) : (
          t("none")
        )}
      </td>
      <td className="num c-cost">{cost === null ? t("none") : numbers.cost(cost)}</td>
      <td className="num muted c-start">
        <time dateTime={run.created_at}>{when(run.created_at)}</time>
      </td>
      <td className="num c-action">
        <Action run={run} onDelete={onDelete} onStop={onStop} />
      </td>
    </tr>
  );
}
