"use client";

import { Handle, type Node, type NodeProps, Position, useStore } from "@xyflow/react";
import { CircleAlert, FileText, Globe, ShieldCheck, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { memo } from "react";
import { useFormatter, useTranslations } from "use-intl";
import type { Problem } from "@/api/types";
import type { AgentNode } from "@/domain/blueprint";
import { NodeHead } from "@/features/diagram/node-head";
import { Icon } from "@/ui/icon";
import { draft } from "./draft-store";
import { useProblemText } from "./problem-text";

export type CardData = {
  agent: AgentNode;
  model: string;
  threshold: number | null;
  problems: readonly Problem[] | undefined;
  /** Handles with an edge, as letters: "tb". */
  used: string;
  callout: boolean;
  /** A ready model to take instead of one that is not. */
  otherModel: { name: string; label: string } | null;
};

export type CardNode = Node<CardData, "agent">;

/** Right end of a callout beside the card, from the card's left side. */
const CALLOUT_END = 516;

const HANDLES = [
  ["t", Position.Top],
  ["b", Position.Bottom],
  ["l", Position.Left],
  ["r", Position.Right],
] as const;

function Badges({ data }: { data: CardData }) {
  const t = useTranslations("canvas.node");
  const format = useFormatter();
  const { agent, threshold } = data;
  const any = agent.tools?.web_search || agent.tools?.pdf_reader || threshold !== null || agent.start;
  if (!any)
    return <span className="node-m ell">{agent.description || agent.system_prompt?.split("\n", 1)[0]}</span>;
  return (
    <>
      {agent.start && <span className="chip">{t("starts")}</span>}
      {agent.tools?.web_search && (
        <span className="chip">
          <Icon of={Globe} size={12} />
          {t("web")}
        </span>
      )}
      {agent.tools?.pdf_reader && (
        <span className="chip">
          <Icon of={FileText} size={12} />
          {t("pdf")}
        </span>
      )}
      {threshold !== null && (
        <span className="chip">
          <Icon of={ShieldCheck} size={12} />
          {t("threshold", { score: format.number(threshold, { minimumFractionDigits: 1 }) })}
        </span>
      )}
    </>
  );
}

/** Beside the card, on the side where the view has room. */
function useSide(id: string): "left" | "right" {
  return useStore((state) => {
    const at = state.nodeLookup.get(id)?.internals.positionAbsolute.x ?? 0;
    const [panned, , zoom] = state.transform;
    return (at + CALLOUT_END) * zoom + panned > state.width ? "left" : "right";
  });
}

function Callout({ data }: { data: CardData }) {
  const t = useTranslations("canvas.model");
  const side = useSide(data.agent.id);
  const textOf = useProblemText();
  const problem = data.problems?.[0];
  if (!problem) return null;
  const { message, hint } = textOf(problem);
  const other = data.otherModel;
  return (
    <div className={`callout nodrag nopan callout-${problem.severity} callout-${side}`} role="status">
      <p className="w6 strong">{message}</p>
      {hint && <p className="muted mt-0.5">{hint}</p>}
      {problem.code === "model_not_ready" && (
        <div className="row mt-2.5 flex-wrap">
          {other && (
            <button
              className="btn btn-sm"
              type="button"
              onClick={() => draft.updateNode(data.agent.id, { model: other.name }, "model")}
            >
              {t("take", { model: other.label })}
            </button>
          )}
          <Link className="btn btn-sm btn-ghost" href="/einstellungen/">
            {t("setUp")}
          </Link>
        </div>
      )}
    </div>
  );
}

/** An agent on the canvas: who it is, which model speaks, what it may use, what is wrong. */
export const AgentCard = memo(function AgentCard({ data, selected }: NodeProps<CardNode>) {
  const t = useTranslations("canvas.node");
  const { agent, problems } = data;
  const worst = problems?.[0]?.severity;
  const classes = ["node", selected && "is-selected", worst === "error" && "is-problem"];
  return (
    <div className={classes.filter(Boolean).join(" ")}>
      <NodeHead agent={agent}>
        <div className="node-m ell">{data.model}</div>
      </NodeHead>
      <div className="node-b">
        <Badges data={data} />
      </div>
      {HANDLES.map(([id, position]) => (
        <Handle
          key={id}
          id={id}
          type="source"
          position={position}
          className={data.used.includes(id) ? "h is-used" : "h"}
        />
      ))}
      {problems && worst && (
        <span className={`mark mark-${worst}`}>
          <Icon of={worst === "error" ? CircleAlert : TriangleAlert} />
          <span className="vh">{t("problems", { count: problems.length })}</span>
        </span>
      )}
      {(data.callout || (selected && problems)) && <Callout data={data} />}
    </div>
  );
});
