"use client";

import { CircleX } from "lucide-react";
import { useTranslations } from "use-intl";
import { pointsOf, type RunFacts } from "@/domain/run-facts";
import { type RunView, scoresOf } from "@/domain/run-view";
import { Icon } from "@/ui/icon";
import { Score, useNumbers } from "@/ui/numbers";
import { ScrollRegion } from "@/ui/scroll-region";
import type { ProposalView } from "./proposal";

function BigScore({ score, threshold }: { score: number; threshold: number }) {
  const t = useTranslations("gm");
  const numbers = useNumbers();
  const label = `${numbers.score(score)} ${t("ofTen")}, ${t("threshold", { score: numbers.score(threshold) })}`;
  return (
    <>
      <h3>{t("score")}</h3>
      <div className="big-score">
        <b>{numbers.score(score)}</b>
        <span className="muted">{t("ofTen")}</span>
      </div>
      <div className={score >= threshold ? "scale ok" : "scale"} role="img" aria-label={label}>
        <i style={{ width: `${score * 10}%` }} />
        <u style={{ left: `${threshold * 10}%` }} />
        <span style={{ left: `${Math.min(82, Math.max(18, threshold * 10))}%` }}>
          {t("threshold", { score: numbers.score(threshold) })}
        </span>
      </div>
    </>
  );
}

function History({ view, facts }: { view: RunView; facts: RunFacts }) {
  const t = useTranslations("gm");
  const scores = scoresOf(view);
  if (scores.length < 2) return null;
  return (
    <div className="hist">
      <h3>{t("history")}</h3>
      {scores.map((entry, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: scores are told apart by their order
        <div key={i} className="row justify-between">
          <span className={i === scores.length - 1 ? "w5" : undefined}>{t("draft", { number: i + 1 })}</span>
          <Score large value={entry.score} threshold={entry.threshold ?? facts.thresholdOf(entry.node)} />
        </div>
      ))}
    </div>
  );
}

/** The proposal and its reason (GM-6). */
export function Why({ proposal, view, facts }: { proposal: ProposalView; view: RunView; facts: RunFacts }) {
  const t = useTranslations("gm");
  const { kind, from, score } = proposal;
  const target = facts.nameOf(proposal.node);
  const { title, points } = pointsOf(proposal.reason);
  return (
    <ScrollRegion className="why" aria-label={t("whyLabel")}>
      {from && <h3 className="first">{t("proposalOf", { name: facts.nameOf(from) })}</h3>}
      <p className="w6 strong proposal">{t(kind === "rework" ? "goBack" : "goOn", { name: target })}</p>
      {score !== null && proposal.threshold !== null && (
        <BigScore score={score} threshold={proposal.threshold} />
      )}
      <h3>{title ? t("reasonTitle", { title: title.replace(/[:.]$/, "") }) : t("reason")}</h3>
      {points.length === 0 ? (
        <p>{t("noReason", { name: target })}</p>
      ) : (
        <ul className={kind === "rework" ? "points" : "points points-plain"}>
          {points.map((point) => (
            <li key={point}>
              {kind === "rework" && <Icon of={CircleX} size={14} />}
              {point}
            </li>
          ))}
        </ul>
      )}
      <History view={view} facts={facts} />
    </ScrollRegion>
  );
}
