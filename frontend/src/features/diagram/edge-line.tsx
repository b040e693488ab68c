"use client";

import { type Edge, EdgeLabelRenderer, type EdgeProps } from "@xyflow/react";
import { Check, RotateCcw } from "lucide-react";
import { memo } from "react";
import type { EdgeKind } from "@/domain/blueprint";
import type { Route } from "@/domain/routing";
import { Icon } from "@/ui/icon";
import { arrowOf } from "./markers";

export type EdgeLook = "plain" | "off" | "taken";

export type EdgeLineData = {
  route: Route;
  kind: EdgeKind;
  label: string;
  extra: string;
  look: EdgeLook;
  problem: boolean;
  onSelect?: () => void;
};

export type CouncilEdge = Edge<EdgeLineData, "council">;

function EdgeLabel({ data, selected }: { data: EdgeLineData; selected: boolean }) {
  const { route, kind, label, extra } = data;
  const classes = ["elabel", `elabel-${kind}`, selected && "is-selected", data.problem && "is-problem"];
  return (
    <EdgeLabelRenderer>
      <button
        type="button"
        tabIndex={-1}
        aria-hidden
        className={classes.filter(Boolean).join(" ")}
        style={{ left: route.label.x, top: route.label.y }}
        onClick={data.onSelect}
      >
        {kind === "rework" && <Icon of={RotateCcw} size={14} />}
        {kind === "approve" && <Icon of={Check} size={14} />}
        {label}
        {extra && <span className="lim">{extra}</span>}
      </button>
    </EdgeLabelRenderer>
  );
}

/** An edge along its computed route; the wide invisible path makes it easy to hit. */
export const EdgeLine = memo(function EdgeLine({ data, selected }: EdgeProps<CouncilEdge>) {
  if (!data) return null;
  const classes = [
    "e",
    `e-${data.kind}`,
    `e-${data.look}`,
    selected && "is-selected",
    data.problem && "is-problem",
  ];
  return (
    <>
      <path className="e-hit" d={data.route.path} />
      <path
        className={classes.filter(Boolean).join(" ")}
        d={data.route.path}
        markerEnd={arrowOf(data.kind)}
      />
      {data.label && <EdgeLabel data={data} selected={selected ?? false} />}
    </>
  );
});
