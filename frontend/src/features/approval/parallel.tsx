"use client";

import { Check, Circle } from "lucide-react";
import { useTranslations } from "use-intl";
import type { Decision } from "@/api/run-queries";
import type { RunFacts } from "@/domain/run-facts";
import { Icon } from "@/ui/icon";
import type { ProposalView } from "./proposal";

/** With parallel branches: one tab for each waiting agent, each decided on its own. */
export function ParallelTabs({
  proposals,
  chosen,
  decided,
  facts,
  onChoose,
}: {
  proposals: readonly ProposalView[];
  chosen: number;
  decided: ReadonlyMap<string, Decision>;
  facts: RunFacts;
  onChoose: (index: number) => void;
}) {
  const t = useTranslations("gm");
  const tRun = useTranslations("run.step.decided");
  return (
    <div className="gm-tabs" role="tablist" aria-label={t("parallel")}>
      {proposals.map((proposal, i) => {
        const decision = decided.get(proposal.node);
        return (
          <button
            key={proposal.itemId}
            type="button"
            role="tab"
            className="gm-tab"
            aria-selected={i === chosen}
            onClick={() => onChoose(i)}
          >
            <Icon of={decision ? Check : Circle} size={14} className={decision ? "t-success" : "muted"} />
            <span className="w5">{facts.nameOf(proposal.node)}</span>
            <span className="muted t12">{decision ? tRun(decision.action) : t("undecided")}</span>
          </button>
        );
      })}
    </div>
  );
}
