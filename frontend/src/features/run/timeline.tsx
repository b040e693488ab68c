"use client";

import { Hand, UserPen } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useLocale, useNow, useTranslations } from "use-intl";
import { type Budget, titleOf } from "@/domain/blueprint";
import { countWords } from "@/domain/diff";
import { firstSentence, nextNodes, type RunFacts, stopwatch } from "@/domain/run-facts";
import { messageOf, type NoticeView, type RunView, type StepView } from "@/domain/run-view";
import { iconOf } from "@/features/diagram/agent-icons";
import { Icon } from "@/ui/icon";
import { Pips, Score, useNumbers } from "@/ui/numbers";
import { ScrollRegion } from "@/ui/scroll-region";
import { useErrorWords } from "./error-words";

const SECOND = 1000;

type Props = { view: RunView; facts: RunFacts };

function agentOf(facts: RunFacts, id: string) {
  return facts.blueprint.nodes.find((node) => node.id === id) ?? { id };
}

function Clock({ since }: { since: string | null }) {
  const now = useNow({ updateInterval: SECOND });
  return since ? stopwatch(Math.max(0, now.getTime() - Date.parse(since))) : "";
}

/** One sentence on what a step did or does. */
function useSentence({ view, facts }: Props): (step: StepView) => string {
  const t = useTranslations("run.step");
  const wordsOf = useErrorWords();
  const language = useLocale();
  const number = (id: string | null) => view.drafts.findIndex((draft) => draft.id === id) + 1;
  const routed = (step: StepView): string => {
    const { route } = step;
    if (!route?.label) return "";
    const target = route.targets.map(facts.nameOf).join(", ");
    if (route.rule === "limit") return t("limitTo", { target });
    if (route.label === "approve") return target ? t("approvedTo", { target }) : t("approved");
    if (route.label !== "rework") return target ? t("route", { label: route.label, target }) : route.label;
    const reason = firstSentence(route.reason);
    return reason ? t("backReason", { target, reason }) : t("back", { target });
  };
  return (step) => {
    if (step.error) return wordsOf(step.error);
    if (step.status === "stopped") return t("stopped");
    if (step.status === "running") {
      const text = messageOf(view, step.id)?.text ?? "";
      if (!facts.writes(step.node)) return facts.isCritic(step.node) ? t("reading") : t("working");
      const words = countWords(text, language);
      return words > 0 ? t("writing", { number: view.drafts.length + 1, words }) : t("working");
    }
    const draft = view.drafts.find((known) => known.id === step.draftId);
    const route = routed(step);
    if (route) return route;
    return draft
      ? t("draft", { number: number(draft.id), words: countWords(draft.text, language) })
      : t("done");
  };
}

function Figures({ step, facts }: { step: StepView; facts: RunFacts }) {
  const t = useTranslations("run.step");
  const numbers = useNumbers();
  const { usage, route } = step;
  const tokens = usage ? usage.input_tokens + usage.output_tokens : 0;
  return (
    <div className="step-k">
      {typeof route?.score === "number" && step.calledModel && (
        <Score value={route.score} threshold={route.threshold ?? facts.thresholdOf(step.node)} />
      )}
      {usage && step.calledModel && <span>{t("tokens", { count: numbers.count(tokens) })}</span>}
      {usage && step.calledModel && usage.cost_usd !== null && <span>{numbers.cost(usage.cost_usd)}</span>}
      {!step.calledModel && <span>{t("noModel")}</span>}
    </div>
  );
}

function Row({
  icon,
  name,
  time,
  live,
  children,
}: {
  icon: ReactNode;
  name: ReactNode;
  time?: ReactNode;
  live?: boolean;
  children?: ReactNode;
}) {
  return (
    <li className={live ? "step-row live" : "step-row"}>
      <span className="tile tile-sm">{icon}</span>
      <div className="min-w-0">
        <div className="step-t">
          <b className="ell">{name}</b>
          <time>{time}</time>
        </div>
        {children}
      </div>
    </li>
  );
}

function tookOf(step: StepView): string {
  if (step.seconds !== null) return stopwatch(step.seconds * SECOND);
  if (!step.startedAt || !step.endedAt) return "";
  return stopwatch(Date.parse(step.endedAt) - Date.parse(step.startedAt));
}

function Step({ step, facts, sentence }: { step: StepView; facts: RunFacts; sentence: string }) {
  const t = useTranslations("run.step");
  const live = step.status === "running";
  const time = live ? <Clock since={step.startedAt} /> : tookOf(step);
  return (
    <Row
      icon={<Icon of={iconOf(agentOf(facts, step.node))} size={14} />}
      name={step.name}
      time={time}
      live={live}
    >
      <div className={step.error ? "step-d t-danger" : "step-d"}>{sentence}</div>
      {step.tools.map((call) => {
        const query = Object.values(call.arguments).find((value) => typeof value === "string");
        return (
          <div key={call.id} className={call.error ? "step-d t-danger ell" : "step-d muted ell"}>
            {t("tool", { tool: call.tool, query: call.error ? (call.result ?? "") : String(query ?? "") })}
          </div>
        );
      })}
      <Figures step={step} facts={facts} />
    </Row>
  );
}

type Entry =
  | { kind: "step"; at: string; round: number; step: StepView }
  | { kind: "decision"; at: string; round: number; index: number }
  | { kind: "human"; at: string; round: number; index: number };

/** Steps, decisions and human edits by round, in the order they happened. */
function entriesOf(view: RunView): Map<number, Entry[]> {
  const entries: Entry[] = view.steps.map((step) => ({
    kind: "step",
    at: step.startedAt ?? "",
    round: step.round,
    step,
  }));
  const roundAt = (at: string) => view.steps.findLast((step) => (step.startedAt ?? "") <= at)?.round ?? 0;
  view.decisions.forEach((decision, index) => {
    entries.push({ kind: "decision", at: decision.at, round: roundAt(decision.at), index });
  });
  view.drafts.forEach((draft, index) => {
    if (draft.by === "person")
      entries.push({ kind: "human", at: draft.at ?? "", round: roundAt(draft.at ?? ""), index });
  });
  const rounds = new Map<number, Entry[]>();
  for (const entry of entries.sort((a, b) => a.at.localeCompare(b.at))) {
    rounds.set(entry.round, [...(rounds.get(entry.round) ?? []), entry]);
  }
  return rounds;
}

function RoundHeading({ round, limit, current }: { round: number; limit: number; current: boolean }) {
  const t = useTranslations("run.round");
  if (round === 0) return <h3 className="tl-r">{t("first")}</h3>;
  return (
    <h3 className={current ? "tl-r t-active" : "tl-r"}>
      {t("count", { count: round, limit })}
      <Pips filled={round} limit={limit} />
    </h3>
  );
}

function Budgets({ view, budget }: { view: RunView; budget: Budget | null | undefined }) {
  const t = useTranslations("run");
  const numbers = useNumbers();
  const limit = budget?.cost_usd ?? budget?.tokens;
  if (!limit) return <div />;
  const byCost = Boolean(budget?.cost_usd);
  const used = byCost ? (view.usage.cost_usd ?? 0) : view.usage.input_tokens + view.usage.output_tokens;
  const show = byCost ? numbers.cost : (value: number) => t("step.tokens", { count: numbers.count(value) });
  return (
    <div className="tl-f">
      <div className="row">
        <span className="grow muted">{t("budget")}</span>
        <span>
          <b className="strong">{show(used)}</b>{" "}
          <span className="muted">{t("ofBudget", { limit: show(limit) })}</span>
        </span>
      </div>
      <div className="budget">
        <i style={{ width: `${Math.min(100, (used / limit) * 100)}%` }} />
      </div>
    </div>
  );
}

/** What the person should know, in their language; what the catalogues don't know stands as the server says it. */
function useNoticeText(facts: RunFacts): (notice: NoticeView) => string {
  const t = useTranslations("run.notice");
  return ({ code, message, node }) => {
    const key = code as "prompt_cut";
    return t.has(key) ? t(key, { name: node ? facts.nameOf(node) : "" }) : message;
  };
}

/** Every step with time, tokens, cost and score, by round; the last row says who is next. */
export function Timeline({ view, facts, budget }: Props & { budget: Budget | null | undefined }) {
  const noticeText = useNoticeText(facts);
  const t = useTranslations("run");
  const sentenceOf = useSentence({ view, facts });
  const rounds = useMemo(() => entriesOf(view), [view]);
  const next = facts.blueprint.nodes.filter((node) => nextNodes(view, facts).has(node.id));
  const running = view.status === "running";
  const last = [...rounds.keys()].at(-1);
  const entry = (item: Entry) => {
    if (item.kind === "step") {
      return <Step key={item.step.id} step={item.step} facts={facts} sentence={sentenceOf(item.step)} />;
    }
    if (item.kind === "human") {
      const words = t("doc.draft", { number: item.index + 1 });
      return (
        <Row
          key={`human-${item.index}`}
          icon={<Icon of={UserPen} size={14} className="t-primary" />}
          name={t("step.human")}
        >
          <div className="step-d">{words}</div>
        </Row>
      );
    }
    const decision = view.decisions[item.index];
    const action = decision?.action as "approve";
    return (
      <Row
        key={`decision-${item.index}`}
        icon={<Icon of={Hand} size={14} />}
        name={t.has(`step.decided.${action}`) ? t(`step.decided.${action}`) : (decision?.action ?? "")}
      >
        {decision?.reason && <div className="step-d">{decision.reason}</div>}
      </Row>
    );
  };
  return (
    <section className="col col-time" aria-label={t("steps")}>
      <div className="col-h">
        <h2 className="grow">{t("steps")}</h2>
        <span className="count">{view.steps.length}</span>
      </div>
      <ScrollRegion className="tl" aria-label={t("stepList")}>
        {rounds.size === 0 && <p className="muted mt-4">{t("step.none")}</p>}
        {[...rounds].map(([round, entries]) => (
          <div key={round}>
            <RoundHeading round={round} limit={facts.roundLimit} current={running && round === last} />
            <ul>{entries.map(entry)}</ul>
          </div>
        ))}
        <ul>
          {running &&
            next.map((node) => (
              <Row key={node.id} icon={<Icon of={iconOf(node)} size={14} />} name={titleOf(node)}>
                <div className="step-d muted">{t("step.next")}</div>
              </Row>
            ))}
        </ul>
        {view.limitReached.length > 0 && <p className="notice notice-active mt-3">{t("round.limit")}</p>}
        {view.notices.map((notice) => (
          <p key={notice.seq} className="notice mt-3">
            {noticeText(notice)}
          </p>
        ))}
      </ScrollRegion>
      <Budgets view={view} budget={budget} />
    </section>
  );
}
