"use client";

import { ReactFlowProvider } from "@xyflow/react";
import { Hand } from "lucide-react";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { edgeKind, loopLimitOf, titleOf } from "@/domain/blueprint";
import { arrange } from "@/domain/layout";
import type { Size } from "@/domain/places";
import { estimateLabelWidth, type Rect, type Route, RUNNING, routeEdges } from "@/domain/routing";
import { nextNodes, type RunFacts } from "@/domain/run-facts";
import { messageOf, nodeView, type RunView } from "@/domain/run-view";
import { CouncilFlow } from "@/features/diagram/council-flow";
import { type CouncilEdge, EdgeLine } from "@/features/diagram/edge-line";
import { useKeepEqual } from "@/features/diagram/keep-equal";
import { Markers } from "@/features/diagram/markers";
import { useFit } from "@/features/diagram/use-fit";
import { ZoomBar } from "@/features/diagram/zoom-bar";
import { Icon } from "@/ui/icon";
import { useErrorWords } from "./error-words";
import { RunCard, type RunCardNode } from "./run-card";

const nodeTypes = { agent: RunCard };
const edgeTypes = { council: EdgeLine };
const RESTING: Size = { width: 200, height: 64 };
const WRITING: Size = { width: 200, height: 136 };
const ROW_GAP = 72;

function useRunNodes(view: RunView, facts: RunFacts): RunCardNode["data"][] {
  const next = nextNodes(view, facts);
  const wordsOf = useErrorWords();
  return facts.blueprint.nodes.map((agent) => {
    const { state, stepId } = nodeView(view, agent.id);
    const step = view.steps.find((known) => known.id === stepId) ?? null;
    const text = state === "running" ? (messageOf(view, stepId)?.text ?? "") : "";
    return {
      agent,
      state: state === "waiting" && next.has(agent.id) ? "next" : state,
      text,
      startedAt: step?.startedAt ?? null,
      seconds: step?.seconds ?? null,
      score: step?.calledModel ? (step.route?.score ?? null) : null,
      error: step?.error ? wordsOf(step.error) : "",
    };
  });
}

/** What an edge says in a run: a loop that was taken counts its rounds. */
function useRunWords(view: RunView, facts: RunFacts): Map<string, string> {
  const t = useTranslations("canvas.edge");
  const tRun = useTranslations("run.edge");
  return new Map(
    facts.blueprint.edges.map((edge) => {
      const kind = edgeKind(edge);
      const taken = view.taken[edge.id] ?? 0;
      if (kind === "linear") return [edge.id, ""];
      if (facts.back.has(edge.id) && taken > 0) {
        return [edge.id, tRun("round", { count: taken, limit: loopLimitOf(facts.blueprint, edge) })];
      }
      return [edge.id, kind === "custom" ? edge.condition || t("noLabel") : t(kind)];
    }),
  );
}

type Placed = { rects: Map<string, Rect>; routes: Map<string, Route> };

/** Rectangles and routes; a writing agent's card is taller and the others make room. */
function usePlaces(facts: RunFacts, writing: string, words: Map<string, string>): Placed {
  const spoken = [...words.values()].join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `spoken` stands for the words
  return useMemo(() => {
    const tall = new Set(writing.split("\n"));
    const sizeOf = (id: string) => (tall.has(id) ? WRITING : RESTING);
    const rects = new Map<string, Rect>();
    for (const [id, at] of arrange(facts.blueprint, sizeOf, ROW_GAP)) rects.set(id, { ...at, ...sizeOf(id) });
    const routes = routeEdges(
      rects,
      facts.blueprint.edges.map((edge) => {
        const kind = edgeKind(edge);
        const icon = kind === "rework" || kind === "approve" ? 20 : 0;
        const labelWidth = estimateLabelWidth(words.get(edge.id) ?? "", 22 + icon);
        return { id: edge.id, source: edge.source, target: edge.target, kind, labelWidth };
      }),
      RUNNING,
    );
    return { rects, routes };
  }, [facts, writing, spoken]);
}

const HANDLES = [
  { type: "source", position: "bottom", x: 0, y: 0, width: 1, height: 1 },
] as RunCardNode["handles"];

function Diagram({ view, facts }: { view: RunView; facts: RunFacts }) {
  const t = useTranslations("run");
  const data = useRunNodes(view, facts);
  const words = useRunWords(view, facts);
  const writing = data
    .filter((card) => card.text !== "")
    .map((card) => card.agent.id)
    .join("\n");
  const { rects, routes } = usePlaces(facts, writing, words);
  const nodes = useKeepEqual(
    data.map((card): RunCardNode => {
      const { x, y, width, height } = rects.get(card.agent.id) ?? { x: 0, y: 0, ...RESTING };
      const state = t(`node.${card.state}`);
      return {
        id: card.agent.id,
        type: "agent",
        position: { x, y },
        width,
        height,
        measured: height === WRITING.height ? WRITING : RESTING,
        handles: HANDLES,
        ariaLabel: t("node.label", { name: titleOf(card.agent), state }),
        data: card,
      };
    }),
  );
  const edges = useKeepEqual(
    facts.blueprint.edges.flatMap((edge): CouncilEdge[] => {
      const route = routes.get(edge.id);
      if (!route) return [];
      const taken = (view.taken[edge.id] ?? 0) > 0 || edgeKind(edge) === "linear";
      return [
        {
          id: edge.id,
          type: "council",
          source: edge.source,
          target: edge.target,
          data: {
            route,
            kind: edgeKind(edge),
            label: words.get(edge.id) ?? "",
            extra: "",
            look: taken ? "taken" : "off",
            problem: false,
          },
        },
      ];
    }),
  );
  const boxes = [...rects.values(), ...[...routes.values()].map((route) => route.box)];
  const fit = useFit(boxes, facts, writing);
  return (
    <div className="canvas run-canvas">
      <Markers />
      <CouncilFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        elementsSelectable={false}
      />
      <ZoomBar onFit={fit} />
    </div>
  );
}

function Now({ view, facts }: { view: RunView; facts: RunFacts }) {
  const t = useTranslations("run");
  const working = facts.blueprint.nodes.filter((node) => nodeView(view, node.id).state === "running");
  const [first] = working;
  if (view.status === "paused") {
    return (
      <span className="badge badge-active">
        <Icon of={Hand} size={14} />
        {t("status.paused")}
      </span>
    );
  }
  if (view.status !== "running" || !first) return null;
  const name = titleOf(first);
  const words =
    working.length > 1
      ? t("several", { count: working.length })
      : t(facts.writes(first.id) ? "writes" : "works", { name });
  return (
    <span className="badge badge-active">
      <span className="pips">
        <i className="on" />
      </span>
      <span className="ell">{words}</span>
    </span>
  );
}

/** The council at work, read only (UI-2). */
export function LiveDiagram({ view, facts }: { view: RunView; facts: RunFacts }) {
  const t = useTranslations("run");
  return (
    <section className="col col-live" aria-label={t("diagram")}>
      <div className="col-h">
        <h2 className="grow">{t("diagram")}</h2>
        <Now view={view} facts={facts} />
      </div>
      <ReactFlowProvider>
        <Diagram view={view} facts={facts} />
      </ReactFlowProvider>
    </section>
  );
}
