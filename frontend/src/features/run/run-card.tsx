"use client";

import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { Check } from "lucide-react";
import { memo } from "react";
import { useNow, useTranslations } from "use-intl";
import type { AgentNode } from "@/domain/blueprint";
import { stopwatch } from "@/domain/run-facts";
import type { NodeState } from "@/domain/run-view";
import { NodeHead } from "@/features/diagram/node-head";
import { Icon } from "@/ui/icon";
import { useNumbers } from "@/ui/numbers";

export type RunCardData = {
  agent: AgentNode;
  state: NodeState | "next";
  /** What the agent is writing; empty while it does not stream. */
  text: string;
  startedAt: string | null;
  seconds: number | null;
  score: number | null;
  error: string;
};

export type RunCardNode = Node<RunCardData, "agent">;

const TAIL = 120;
const SECOND = 1000;

function Elapsed({ since }: { since: string | null }) {
  const now = useNow({ updateInterval: SECOND });
  return since ? ` · ${stopwatch(Math.max(0, now.getTime() - Date.parse(since)))}` : "";
}

function StateLine({ data }: { data: RunCardData }) {
  const t = useTranslations("run.node");
  const numbers = useNumbers();
  const { state } = data;
  if (state === "running") {
    return (
      <span className="t-active w5">
        {t(data.text ? "writing" : "running")}
        <Elapsed since={data.startedAt} />
      </span>
    );
  }
  if (state === "paused") return <span className="t-active w5">{t("paused")}</span>;
  if (state === "failed") return <span className="t-danger ell">{data.error || t("failed")}</span>;
  if (state !== "done") return t(state);
  const result = data.score === null ? t("done") : `${numbers.score(data.score)}/10`;
  return (
    <>
      <Icon of={Check} size={12} />
      {result}
      {data.seconds !== null && ` · ${stopwatch(data.seconds * SECOND)}`}
    </>
  );
}

const LOOK: Record<RunCardData["state"], string> = {
  waiting: "is-waiting",
  next: "",
  running: "is-running",
  done: "is-done",
  paused: "is-paused",
  failed: "is-failed",
};

/** An agent in a run: what it does now and how long already. */
export const RunCard = memo(function RunCard({ data }: NodeProps<RunCardNode>) {
  const { agent, text } = data;
  const tail = text.length > TAIL ? `… ${text.slice(-TAIL)}` : text;
  return (
    <div className={`node run-node ${LOOK[data.state]}`} data-state={data.state}>
      <NodeHead agent={agent}>
        <div className="node-m row ell gap-1">
          <StateLine data={data} />
        </div>
      </NodeHead>
      {data.state === "running" && text && (
        <div className="stream">
          <span className="stream-in">
            {tail}
            <span className="caret" />
          </span>
        </div>
      )}
      <Handle type="source" position={Position.Bottom} className="h-none" isConnectable={false} />
    </div>
  );
});
