"use client";

import { ArrowLeftRight, UserPen } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useMemo, useState } from "react";
import { useFormatter, useLocale, useTranslations } from "use-intl";
import { useAllEvents } from "@/api/history-queries";
import { useRunWithDrafts } from "@/api/run-queries";
import type { RunDetail, RunEvent } from "@/api/types";
import { cited } from "@/domain/citations";
import { type Compared, compareResults, humanRanges, type Piece, plainText } from "@/domain/compare";
import { countWords } from "@/domain/diff";
import { stopwatch } from "@/domain/run-facts";
import { costOf, durationOf, tokensOf } from "@/domain/run-figures";
import { replay } from "@/domain/run-reducer";
import { type RunView, scoresOf } from "@/domain/run-view";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { Pips, Score, useNumbers } from "@/ui/numbers";
import { ScrollRegion } from "@/ui/scroll-region";
import { Segments } from "@/ui/segments";
import { useWhen } from "@/ui/use-when";
import { AgainMenu, Gone } from "./record";
import { RecordBar } from "./record-bar";
import { useTopic } from "./row";
import { Trend } from "./trend";

type Half = { name: "A" | "B"; run: RunDetail; view: RunView };
type Halves = readonly [Half, Half];

function textOf(run: RunDetail): string {
  return run.final_draft ?? run.drafts.at(-1)?.text ?? "";
}

function Line({
  label,
  halves,
  children,
}: {
  label: string;
  halves: Halves;
  children: (half: Half, other: Half) => ReactNode;
}) {
  const [a, b] = halves;
  return (
    <tr className="cmp-g">
      <th scope="row">{label}</th>
      <td>{children(a, b)}</td>
      <td>{children(b, a)}</td>
    </tr>
  );
}

function Who({ half }: { half: Half }) {
  const t = useTranslations("compare");
  const tRun = useTranslations("run");
  const when = useWhen();
  const { run, view } = half;
  const mode = run.god_mode ? t("godMode", { count: view.decisions.length }) : t("autoPilot");
  return (
    <>
      <span className="cmp-id">{half.name}</span>
      <div className="grow min-w-0">
        <Link className="w6 strong ell block" href={`/verlauf/?run=${run.run_id}`}>
          {run.name || tRun("defaultCouncil")}
        </Link>
        <p className="muted ell">
          {when(run.created_at)} · {mode}
        </p>
      </div>
      <AgainMenu runId={run.run_id} small />
    </>
  );
}

function Better({ children }: { children: ReactNode }) {
  return <span className="better nowrap">{children}</span>;
}

function Scores({ half, other }: { half: Half; other: Half }) {
  const t = useTranslations("compare");
  const numbers = useNumbers();
  const { critic_score: score, approval_threshold: threshold } = half.run;
  const scores = scoresOf(half.view).map((given) => given.score);
  if (score === null) return <span className="muted">–</span>;
  const lead = other.run.critic_score === null ? 0 : score - other.run.critic_score;
  return (
    <>
      <Score value={score} threshold={threshold} large />
      {lead > 0 && <Better>+{numbers.score(lead)}</Better>}
      <span className="grow" />
      {scores.length > 1 && (
        <span className="muted nowrap only-l row">
          {scores.map(numbers.score).join(" · ")}
          <Trend
            scores={scores}
            threshold={threshold}
            label={t("scores", { list: scores.map(numbers.score).join(", ") })}
          />
        </span>
      )}
    </>
  );
}

function Times({ half, other }: { half: Half; other: Half }) {
  const t = useTranslations("compare");
  const tHistory = useTranslations("history");
  const { run } = half;
  const [mine, theirs] = [durationOf(run, 0), durationOf(other.run, 0)];
  return (
    <>
      <span className="row nowrap muted">
        <Pips filled={run.iteration_count} limit={run.max_iterations} />
        {tHistory("rounds", { count: run.iteration_count, limit: run.max_iterations })}
      </span>
      {run.completed_at && <span>{stopwatch(mine)}</span>}
      {mine > 0 && theirs - mine >= 1000 && (
        <Better>{t("faster", { time: stopwatch(theirs - mine) })}</Better>
      )}
    </>
  );
}

function Costs({ half, other }: { half: Half; other: Half }) {
  const t = useTranslations("compare");
  const numbers = useNumbers();
  const format = useFormatter();
  const [mine, theirs] = [costOf(half.run), costOf(other.run)];
  const saved = mine !== null && theirs ? 1 - mine / theirs : 0;
  return (
    <>
      <span>{numbers.count(tokensOf(half.run))}</span>
      {mine !== null && <b className="strong">{numbers.cost(mine)}</b>}
      {saved >= 0.01 && (
        <Better>{t("cheaper", { percent: format.number(saved, { style: "percent" }) })}</Better>
      )}
    </>
  );
}

function Size({ half }: { half: Half }) {
  const t = useTranslations("compare");
  const language = useLocale();
  const { run } = half;
  return (
    <span className="row flex-wrap muted">
      {t("wordsDrafts", { words: countWords(textOf(run), language), drafts: run.drafts.length })}
      {run.drafts.some((draft) => draft.by === "person") && (
        <span className="badge badge-primary">
          <Icon of={UserPen} size={14} />
          {t("edited")}
        </span>
      )}
    </span>
  );
}

function Sources({ half }: { half: Half }) {
  const t = useTranslations("compare");
  const calls = half.view.steps.flatMap((step) => step.tools).filter((call) => !call.error);
  const searches = calls.filter((call) => call.tool === "web_search").length;
  const passages = calls.filter((call) => call.tool === "pdf_search").length;
  const citations = cited(textOf(half.run));
  const [file, ...others] = citations.files;
  const parts = [
    searches && t("searches", { count: searches }),
    passages && t("passages", { count: passages }),
    file !== undefined &&
      (others.length > 0
        ? t("citedFiles", { count: citations.passages, files: citations.files.length })
        : t("cited", { count: citations.passages, file })),
  ];
  return <span className="muted">{parts.filter(Boolean).join(", ") || t("noSources")}</span>;
}

function Decisions({ half }: { half: Half }) {
  const t = useTranslations("compare");
  const tAction = useTranslations("run.step.decided");
  const format = useFormatter();
  const { decisions } = half.view;
  const said = decisions.map(({ at, action }) => {
    const when = format.dateTime(new Date(at), { hour: "2-digit", minute: "2-digit" });
    return t("decided", {
      when,
      what: tAction.has(action as "approve") ? tAction(action as "approve") : action,
    });
  });
  return <span className="muted">{said.join(", ") || t("noDecisions")}</span>;
}

/** Differences are marked neutrally: neither run is the deleted one; a person's words keep their blue. */
function Text({ pieces, missing }: { pieces: readonly Piece[]; missing: string }) {
  if (pieces.length === 0) return <p className="muted">{missing}</p>;
  const first = pieces[0];
  const last = pieces.at(-1);
  const trimmed = pieces.map((piece) => {
    let { text } = piece;
    if (piece === first) text = text.trimStart();
    if (piece === last) text = text.trimEnd();
    return { ...piece, text };
  });
  return (
    <p className="md cmp-t">
      {trimmed.map((piece) => {
        if (piece.human)
          return (
            <ins key={piece.id} className="hum">
              {piece.text}
            </ins>
          );
        return piece.differs && piece.text.trim() ? (
          <mark key={piece.id}>{piece.text}</mark>
        ) : (
          <span key={piece.id}>{piece.text}</span>
        );
      })}
    </p>
  );
}

function SectionRow({ row, halves }: { row: Compared; halves: Halves }) {
  const t = useTranslations("compare");
  const states = {
    same: t("same"),
    different: t("differences", { count: row.differences }),
    onlyA: t("onlyIn", { side: halves[0].name }),
    onlyB: t("onlyIn", { side: halves[1].name }),
  };
  return (
    <tr className="cmp-g" data-state={row.state}>
      <th scope="row">
        <h2>{row.title || t("intro")}</h2>
        <p>{states[row.state]}</p>
      </th>
      <td>
        <Text pieces={row.a} missing={t("missing")} />
      </td>
      <td>
        <Text pieces={row.b} missing={t("missing")} />
      </td>
    </tr>
  );
}

function useCompared([a, b]: Halves): Compared[] {
  const language = useLocale();
  return useMemo(() => {
    const result = ({ run }: Half) => {
      const text = plainText(textOf(run));
      const drafts = run.drafts.map((draft) => ({ by: draft.by, text: plainText(draft.text) }));
      return { text, human: humanRanges(drafts, text, language) };
    };
    return compareResults(result(a), result(b), language);
  }, [a, b, language]);
}

type Show = "side" | "changes";

function Comparison({ halves }: { halves: Halves }) {
  const t = useTranslations("compare");
  const router = useRouter();
  const topic = useTopic()(halves[0].run);
  const rows = useCompared(halves);
  const [show, setShow] = useState<Show>("side");
  const shown = show === "side" ? rows : rows.filter((row) => row.state !== "same");
  const [a, b] = halves;
  return (
    <main className="cmp" id="content">
      <RecordBar topic={topic} back={t("title")}>
        <Segments
          label={t("view")}
          value={show}
          onChange={setShow}
          options={[
            { value: "side", label: t("side") },
            { value: "changes", label: t("changes") },
          ]}
        />
        <Button
          icon={ArrowLeftRight}
          onClick={() => router.replace(`/verlauf/?a=${b.run.run_id}&b=${a.run.run_id}`)}
        >
          {t("swap")}
        </Button>
      </RecordBar>
      <ScrollRegion className="cmp-all" aria-label={t("title")}>
        <table className="cmp-tbl">
          <caption className="vh">{t("title")}</caption>
          <tbody className="cmp-s">
            <Line label={t("run")} halves={halves}>
              {(half) => <Who half={half} />}
            </Line>
            <Line label={t("score")} halves={halves}>
              {(half, other) => <Scores half={half} other={other} />}
            </Line>
            <Line label={t("roundsTime")} halves={halves}>
              {(half, other) => <Times half={half} other={other} />}
            </Line>
            <Line label={t("tokensCost")} halves={halves}>
              {(half, other) => <Costs half={half} other={other} />}
            </Line>
          </tbody>
          <tbody className="cmp-d">
            <Line label={t("result")} halves={halves}>
              {(half) => <Size half={half} />}
            </Line>
            {shown.map((row) => (
              <SectionRow key={row.id} row={row} halves={halves} />
            ))}
            <Line label={t("sources")} halves={halves}>
              {(half) => <Sources half={half} />}
            </Line>
            <Line label={t("decisions")} halves={halves}>
              {(half) => <Decisions half={half} />}
            </Line>
          </tbody>
        </table>
        {shown.length === 0 && <p className="muted cmp-none">{rows.length ? t("allSame") : t("noResult")}</p>}
      </ScrollRegion>
    </main>
  );
}

function useHalf(id: string, name: "A" | "B") {
  const record = useRunWithDrafts(id);
  const events = useAllEvents(id);
  const log: RunEvent[] | undefined = events.data;
  const view = useMemo(() => (log ? replay(log) : null), [log]);
  const run = record.data;
  const half = useMemo<Half | null>(() => (run && view ? { name, run, view } : null), [name, run, view]);
  return { half, error: record.error ?? events.error };
}

/** Two runs in one grid: figures, then the results section by section. */
export function Compare({ a, b }: { a: string; b: string }) {
  const t = useTranslations("compare");
  const left = useHalf(a, "A");
  const right = useHalf(b, "B");
  if (left.error || right.error) return <Gone title={t("goneTitle")} body={t("goneBody")} />;
  if (!left.half || !right.half) return <main className="cmp" id="content" aria-busy="true" />;
  return <Comparison halves={[left.half, right.half]} />;
}
