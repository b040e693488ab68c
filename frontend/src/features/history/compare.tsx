"use client";

import { ArrowLeft, ArrowLeftRight, RotateCcw, UserPen } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useMemo } from "react";
import { useFormatter, useLocale, useNow, useTranslations } from "use-intl";
import { type RunWithDrafts, useRunWithDrafts } from "@/api/run-queries";
import { thresholdOf } from "@/domain/blueprint";
import { compareResults } from "@/domain/compare";
import { countWords, type DiffPart } from "@/domain/diff";
import { stopwatch } from "@/domain/run-facts";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { Markdown } from "@/ui/markdown";
import { Score, useNumbers } from "@/ui/numbers";
import { ScrollRegion } from "@/ui/scroll-region";
import { StatusBadge } from "./status-badge";
import { durationOf, totalsOf } from "./usage";

const resultOf = (run: RunWithDrafts) => run.final_draft ?? run.drafts.at(-1)?.text ?? "";

function Line({ head, a, b }: { head: ReactNode; a: ReactNode; b: ReactNode }) {
  return (
    <div className="cmp-g">
      <div>{head}</div>
      <div>{a}</div>
      <div>{b}</div>
    </div>
  );
}

function Who({ letter, run }: { letter: string; run: RunWithDrafts }) {
  const t = useTranslations();
  const format = useFormatter();
  const when = format.dateTime(new Date(run.created_at), { dateStyle: "medium", timeStyle: "short" });
  return (
    <>
      <span className="badge">{letter}</span>
      <span className="grow">
        <Link className="strong ell block" href={`/konferenzzimmer/?run=${run.run_id}`}>
          {run.name}
        </Link>
        <span className="muted ell t12 block">
          {when} · {t(run.god_mode ? "run.god" : "run.auto")}
        </span>
      </span>
      <StatusBadge status={run.status} />
      <Link className="btn btn-sm only-l" href={`/konferenzzimmer/?again=${run.run_id}`}>
        <Icon of={RotateCcw} />
        {t("compare.again")}
      </Link>
    </>
  );
}

function Figures({ a, b }: { a: RunWithDrafts; b: RunWithDrafts }) {
  const t = useTranslations("compare");
  const numbers = useNumbers();
  const now = useNow().getTime();
  const score = (run: RunWithDrafts) =>
    run.critic_score === null ? (
      "–"
    ) : (
      <Score large value={run.critic_score} threshold={thresholdOf(run.blueprint)} />
    );
  const rounds = (run: RunWithDrafts) => (
    <>
      <span>{numbers.count(run.iteration_count)}</span>
      <span>{stopwatch(durationOf(run, now))}</span>
    </>
  );
  const cost = (run: RunWithDrafts) => {
    const totals = totalsOf(run);
    return (
      <>
        <span>{totals.tokens === null ? "–" : numbers.count(totals.tokens)}</span>
        <span className="w6 strong">{totals.cost === null ? "–" : numbers.cost(totals.cost)}</span>
      </>
    );
  };
  return (
    <section className="cmp-s" aria-label={t("figures")}>
      <Line head={t("run")} a={<Who letter="A" run={a} />} b={<Who letter="B" run={b} />} />
      <Line head={t("score")} a={score(a)} b={score(b)} />
      <Line head={t("rounds")} a={rounds(a)} b={rounds(b)} />
      <Line head={t("cost")} a={cost(a)} b={cost(b)} />
    </section>
  );
}

function Marked({ parts }: { parts: DiffPart[] | null }) {
  const t = useTranslations("compare");
  if (!parts) return <span className="muted">{t("missing")}</span>;
  if (parts.every((part) => part.kind === "same"))
    return <Markdown text={parts.map((part) => part.text).join("")} />;
  return (
    <p className="md diff-text">
      {parts.map((part, i) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
        return part.kind === "same" ? <span key={i}>{part.text}</span> : <mark key={i}>{part.text}</mark>;
      })}
    </p>
  );
}

function ResultHead({ run }: { run: RunWithDrafts }) {
  const t = useTranslations("compare");
  const language = useLocale();
  const words = countWords(resultOf(run), language);
  return (
    <span className="row muted flex-wrap">
      {t("words", { words, drafts: run.drafts.length })}
      {run.drafts.some((draft) => draft.by === "person") && (
        <span className="badge badge-primary">
          <Icon of={UserPen} size={14} />
          {t("human")}
        </span>
      )}
    </span>
  );
}

function Results({ a, b }: { a: RunWithDrafts; b: RunWithDrafts }) {
  const t = useTranslations("compare");
  const language = useLocale();
  const sections = useMemo(() => compareResults(resultOf(a), resultOf(b), language), [a, b, language]);
  return (
    <ScrollRegion className="cmp-d" aria-label={t("results")}>
      <Line head={<h2>{t("result")}</h2>} a={<ResultHead run={a} />} b={<ResultHead run={b} />} />
      {sections.map((section, i) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have the same heading
          key={i}
          head={
            <>
              <h2>{section.title || t("intro")}</h2>
              <p>{t(section.state)}</p>
            </>
          }
          a={<Marked parts={section.a} />}
          b={<Marked parts={section.b} />}
        />
      ))}
    </ScrollRegion>
  );
}

/** Two runs side by side: figures and results by topic; differences marked without judging. */
export function Compare({ a, b }: { a: string; b: string }) {
  const t = useTranslations("compare");
  const router = useRouter();
  const left = useRunWithDrafts(a);
  const right = useRunWithDrafts(b);
  const error = left.error ?? right.error;
  if (error) throw error;
  return (
    <main className="cmp" id="content">
      <div className="bar">
        <Link className="btn btn-ghost btn-icon" href="/verlauf/" aria-label={t("back")}>
          <Icon of={ArrowLeft} />
        </Link>
        <h1 className="ell cmp-t">{left.data?.input_topic || t("title")}</h1>
        <span className="grow" />
        <Button icon={ArrowLeftRight} onClick={() => router.replace(`/verlauf/?a=${b}&b=${a}`)}>
          {t("swap")}
        </Button>
      </div>
      {left.data && right.data && (
        <>
          <Figures a={left.data} b={right.data} />
          <Results a={left.data} b={right.data} />
        </>
      )}
    </main>
  );
}
