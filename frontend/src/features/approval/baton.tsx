"use client";

import { Check, RotateCcw } from "lucide-react";
import { useTranslations } from "use-intl";
import type { RunFacts } from "@/domain/run-facts";
import { iconOf } from "@/features/diagram/agent-icons";
import { Icon } from "@/ui/icon";
import type { ProposalView } from "./proposal";

function Agent({ id, facts, next }: { id: string; facts: RunFacts; next?: boolean }) {
  const t = useTranslations("gm");
  const agent = facts.blueprint.nodes.find((node) => node.id === id) ?? {};
  return (
    <div className={next ? "next" : undefined}>
      <span className="tile">
        <Icon of={iconOf(agent)} />
        {!next && (
          <span className="tick">
            <Icon of={Check} size={12} />
          </span>
        )}
      </span>
      <span className="min-w-0">
        <b className="ell">{facts.nameOf(id)}</b>
        <small>{next ? t("next") : t("done")}</small>
      </span>
    </div>
  );
}

/** Who finished, the route, who is next: the same line as on the canvas. */
export function Baton({ proposal, facts }: { proposal: ProposalView; facts: RunFacts }) {
  const t = useTranslations("canvas.edge");
  const { kind, label } = proposal;
  const words = kind === "linear" ? "" : kind === "custom" ? label : t(kind);
  return (
    <div className="baton">
      {proposal.from && (
        <>
          <Agent id={proposal.from} facts={facts} />
          <div className="wire">
            <svg viewBox="0 0 168 24" preserveAspectRatio="none" aria-hidden="true">
              <path className={`e e-${kind}`} d="M0 12H156" vectorEffect="non-scaling-stroke" />
            </svg>
            <svg className="wire-tip" viewBox="0 0 12 24" aria-hidden="true">
              <path className={`a a-${kind}`} d="M1 7l11 5-11 5z" />
            </svg>
            {words && (
              <span className={`elabel elabel-${kind}`}>
                {kind === "rework" && <Icon of={RotateCcw} size={14} />}
                {kind === "approve" && <Icon of={Check} size={14} />}
                {words}
              </span>
            )}
          </div>
        </>
      )}
      <Agent id={proposal.node} facts={facts} next />
    </div>
  );
}
