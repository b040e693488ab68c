"use client";

import { Ellipsis, ExternalLink, RotateCcw, Trash2, Workflow } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useFormatter, useLocale, useNow, useTranslations } from "use-intl";
import type { RunListed } from "@/api/run-queries";
import { DEFAULT_THRESHOLD } from "@/domain/blueprint";
import { countWords } from "@/domain/diff";
import { stopwatch } from "@/domain/run-facts";
import { IconButton } from "@/ui/icon-button";
import { Menu } from "@/ui/menu";
import { Score, useNumbers } from "@/ui/numbers";
import { StatusBadge } from "./status-badge";
import { durationOf, totalsOf } from "./usage";

const MINUTE = 60_000;

function Began({ at }: { at: string }) {
  const format = useFormatter();
  const now = useNow({ updateInterval: MINUTE });
  const date = new Date(at);
  const today = date.toDateString() === now.toDateString();
  return (
    <time dateTime={at} title={format.dateTime(date, { dateStyle: "full", timeStyle: "short" })}>
      {format.dateTime(date, today ? { timeStyle: "short" } : { day: "numeric", month: "short" })}
    </time>
  );
}

function RowMenu({ run, topic, onDelete }: { run: RunListed; topic: string; onDelete: () => void }) {
  const t = useTranslations("history");
  const router = useRouter();
  const address = `/konferenzzimmer/?run=${run.run_id}`;
  const again = new URLSearchParams({ topic: run.input_topic });
  if (run.blueprint_id) again.set("council", run.blueprint_id);
  const same = new URLSearchParams({ again: run.run_id });
  return (
    <Menu
      trigger={<IconButton small icon={Ellipsis} className="muted" label={t("more", { topic })} />}
      items={[
        { id: "open", label: t("open"), icon: ExternalLink, onSelect: () => router.push(address) },
        {
          id: "same",
          label: t("againSame"),
          icon: RotateCcw,
          onSelect: () => router.push(`/konferenzzimmer/?${same}`),
        },
        {
          id: "now",
          label: t("againCurrent"),
          icon: Workflow,
          onSelect: () => router.push(`/konferenzzimmer/?${again}`),
        },
        null,
        { id: "delete", label: t("delete"), icon: Trash2, danger: true, onSelect: onDelete },
      ]}
    />
  );
}

function Details({ run }: { run: RunListed }) {
  const t = useTranslations("history");
  const language = useLocale();
  const words = run.final_draft ? t("words", { count: countWords(run.final_draft, language) }) : "";
  const parts = [run.name, run.error ?? words, run.loop_limit_reached ? t("limit") : ""];
  return <div className="t2 ell">{parts.filter(Boolean).join(" · ")}</div>;
}

export type RunRowProps = {
  run: RunListed;
  selected: boolean;
  onSelect: (selected: boolean) => void;
  onDelete: () => void;
};

/** One run: status, topic, score, rounds, time, cost, and what can be done. */
export function RunRow({ run, selected, onSelect, onDelete }: RunRowProps) {
  const t = useTranslations("history");
  const numbers = useNumbers();
  const now = useNow({ updateInterval: MINUTE });
  const topic = run.input_topic || run.name;
  const { cost } = totalsOf(run);
  const address = `/konferenzzimmer/?run=${run.run_id}`;
  const waits = run.status === "paused";
  return (
    <tr className={selected ? "sel" : waits ? "wait" : undefined}>
      <td>
        <input
          type="checkbox"
          className="check"
          checked={selected}
          onChange={(event) => onSelect(event.target.checked)}
          aria-label={t("selectRun", { topic })}
        />
      </td>
      <td>
        <StatusBadge status={run.status} />
      </td>
      <td className="td-topic">
        <Link className="t1 ell block" href={address}>
          {topic}
        </Link>
        <Details run={run} />
      </td>
      <td className="only-l-cell">
        {run.critic_score === null ? (
          <span className="muted">–</span>
        ) : (
          <Score value={run.critic_score} threshold={DEFAULT_THRESHOLD} />
        )}
      </td>
      <td className="num only-l-cell muted">{numbers.count(run.iteration_count)}</td>
      <td className="num only-l-cell">{stopwatch(durationOf(run, now.getTime()))}</td>
      <td className="num only-l-cell">{cost === null ? "–" : numbers.cost(cost)}</td>
      <td className="num only-l-cell muted">
        <Began at={run.created_at} />
      </td>
      <td className="num">
        <span className="row justify-end">
          {waits && (
            <Link className="btn btn-sm" href={address}>
              {t("decide")}
            </Link>
          )}
          {run.status === "running" && (
            <Link className="btn btn-sm only-l" href={address}>
              {t("watch")}
            </Link>
          )}
          <RowMenu run={run} topic={topic} onDelete={onDelete} />
        </span>
      </td>
    </tr>
  );
}
