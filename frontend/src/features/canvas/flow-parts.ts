"use client";

import { useCallback, useMemo } from "react";
import { useTranslations } from "use-intl";
import {
  type Blueprint,
  type Edge,
  edgeKind,
  loopLimitOf,
  roleOf,
  thresholdOf,
  titleOf,
} from "@/domain/blueprint";
import { backEdges } from "@/domain/graph";
import type { ModelChoice } from "@/domain/models";
import { NODE, placesOf } from "@/domain/places";
import { estimateLabelWidth, type Rect, type Route, type RoutedEdge, routeEdges } from "@/domain/routing";
import type { CouncilEdge } from "@/features/diagram/edge-line";
import { useKeepEqual } from "@/features/diagram/keep-equal";
import type { CardNode } from "./agent-card";
import { draft, type Selection } from "./draft-store";
import type { Checks } from "./use-checks";

const LABEL_PADDING = 24;
const ICON_WIDTH = 20;
const EXTRA_PADDING = 15;
const CALLOUT = { width: 264, height: 148 };

/** The words on an edge: its label and what limits it. */
export function useEdgeWords(): (
  blueprint: Blueprint,
  edge: Edge,
  isBack: boolean,
) => { label: string; extra: string } {
  const t = useTranslations("canvas.edge");
  return useCallback(
    (blueprint: Blueprint, edge: Edge, isBack: boolean) => {
      const kind = edgeKind(edge);
      if (kind === "linear") return { label: "", extra: "" };
      const label = kind === "custom" ? edge.condition || t("noLabel") : t(kind);
      if (isBack) return { label, extra: t("limit", { count: loopLimitOf(blueprint, edge) }) };
      return { label, extra: edge.default ? t("otherwise") : "" };
    },
    [t],
  );
}

type Drawing = {
  rects: Map<string, Rect>;
  routes: Map<string, Route>;
  words: Map<string, { label: string; extra: string }>;
};

type Plan = {
  places: Map<string, { x: number; y: number }>;
  words: Map<string, { label: string; extra: string }>;
  edges: RoutedEdge[];
};

/** What does not change while nodes are dragged. */
function usePlan(blueprint: Blueprint): Plan {
  const wordsOf = useEdgeWords();
  return useMemo(() => {
    const back = backEdges(blueprint);
    const words = new Map(
      blueprint.edges.map((edge) => [edge.id, wordsOf(blueprint, edge, back.has(edge.id))]),
    );
    const edges = blueprint.edges.map((edge): RoutedEdge => {
      const kind = edgeKind(edge);
      const { label, extra } = words.get(edge.id) ?? { label: "", extra: "" };
      const icon = kind === "rework" || kind === "approve" ? ICON_WIDTH : 0;
      const more = extra ? EXTRA_PADDING : 0;
      const labelWidth = estimateLabelWidth(label ? label + extra : "", LABEL_PADDING + icon + more);
      return { id: edge.id, source: edge.source, target: edge.target, kind, labelWidth };
    });
    return { places: placesOf(blueprint), words, edges };
  }, [blueprint, wordsOf]);
}

/** Where everything stands: rectangles, routes, labels. */
export function useDrawing(
  blueprint: Blueprint,
  dragged: ReadonlyMap<string, { x: number; y: number }> | null,
): Drawing {
  const { places, words, edges } = usePlan(blueprint);
  return useMemo(() => {
    const rects = new Map<string, Rect>();
    for (const node of blueprint.nodes) {
      const at = dragged?.get(node.id) ?? places.get(node.id) ?? { x: 0, y: 0 };
      rects.set(node.id, { ...at, ...NODE });
    }
    return { rects, routes: routeEdges(rects, edges), words };
  }, [blueprint, dragged, places, words, edges]);
}

function usedHandles(blueprint: Blueprint, routes: ReadonlyMap<string, Route>): Map<string, string> {
  const used = new Map<string, string>();
  const add = (id: string, handle: string) => {
    const known = used.get(id) ?? "";
    if (!known.includes(handle)) used.set(id, known + handle);
  };
  for (const edge of blueprint.edges) {
    const route = routes.get(edge.id);
    if (!route) continue;
    add(edge.source, route.ends[0]);
    add(edge.target, route.ends[1]);
  }
  return used;
}

/** What a callout on the right of a card may cover. */
export function calloutBox(card: { x: number; y: number }): Rect {
  return { x: card.x + NODE.width + 12, y: card.y - 8, ...CALLOUT };
}

/** True when a callout beside the node would cover no other node and no line. */
function hasRoom(rect: Rect, drawing: Drawing): boolean {
  const space = calloutBox(rect);
  const meets = (other: Rect) =>
    other.x < space.x + space.width &&
    other.x + other.width > space.x &&
    other.y < space.y + space.height &&
    other.y + other.height > space.y;
  return ![...drawing.rects.values(), ...[...drawing.routes.values()].map((route) => route.box)].some(meets);
}

type Context = {
  checks: Checks;
  choices: readonly ModelChoice[];
  labelOf: (name?: string) => string;
  selection: Selection;
};

export function useFlowNodes(blueprint: Blueprint, drawing: Drawing, context: Context): CardNode[] {
  const { checks, choices, labelOf, selection } = context;
  const t = useTranslations("canvas.node");
  const used = usedHandles(blueprint, drawing.routes);
  const critics = useMemo(
    () =>
      new Set(
        blueprint.nodes.filter((node) => roleOf(blueprint, node.id) === "critic").map((node) => node.id),
      ),
    [blueprint],
  );
  const [ready] = choices;
  const otherModel = useMemo(
    () => (ready ? { name: ready.name, label: labelOf(ready.name) } : null),
    [ready, labelOf],
  );
  const nodes = blueprint.nodes.map((agent): CardNode => {
    const rect = drawing.rects.get(agent.id) ?? { x: 0, y: 0, ...NODE };
    const problems = checks.nodes.get(agent.id);
    const model = labelOf(agent.model);
    const isError = problems?.[0]?.severity === "error";
    return {
      id: agent.id,
      type: "agent",
      position: { x: rect.x, y: rect.y },
      ...NODE,
      measured: MEASURED,
      handles: HANDLE_PLACES,
      selected: selection.nodes.has(agent.id),
      ariaLabel: t("label", { name: titleOf(agent), model }),
      data: {
        agent,
        model,
        threshold: critics.has(agent.id) ? thresholdOf(blueprint, agent) : null,
        problems,
        used: used.get(agent.id) ?? "",
        callout: isError && hasRoom(rect, drawing),
        otherModel: checks.unready.has(agent.id) ? otherModel : null,
      },
    };
  });
  return useKeepEqual(nodes);
}

const MEASURED = { ...NODE };
const HANDLE_SIZE = { width: 10, height: 10, type: "source" as const };
const HANDLE_PLACES = [
  { id: "t", position: "top", x: NODE.width / 2 - 5, y: -5, ...HANDLE_SIZE },
  { id: "b", position: "bottom", x: NODE.width / 2 - 5, y: NODE.height - 5, ...HANDLE_SIZE },
  { id: "l", position: "left", x: -5, y: NODE.height / 2 - 5, ...HANDLE_SIZE },
  { id: "r", position: "right", x: NODE.width - 5, y: NODE.height / 2 - 5, ...HANDLE_SIZE },
] as CardNode["handles"];

const selectEdge = new Map<string, () => void>();
/** One handler per edge id for good, so that labels are not drawn anew. */
function selector(id: string): () => void {
  const known = selectEdge.get(id) ?? (() => draft.select({ edges: new Set([id]) }));
  selectEdge.set(id, known);
  return known;
}

export function useFlowEdges(blueprint: Blueprint, drawing: Drawing, context: Context): CouncilEdge[] {
  const t = useTranslations("canvas.edge");
  const names = new Map(blueprint.nodes.map((node) => [node.id, titleOf(node)]));
  const edges = blueprint.edges.flatMap((edge): CouncilEdge[] => {
    const route = drawing.routes.get(edge.id);
    if (!route) return [];
    const kind = edgeKind(edge);
    const words = drawing.words.get(edge.id) ?? { label: "", extra: "" };
    const source = names.get(edge.source) ?? edge.source;
    const target = names.get(edge.target) ?? edge.target;
    return [
      {
        id: edge.id,
        type: "council",
        source: edge.source,
        target: edge.target,
        selected: context.selection.edges.has(edge.id),
        ariaLabel: t("label", { kind: words.label || t("linear"), source, target }),
        data: {
          route,
          kind,
          ...words,
          look: "plain",
          problem: context.checks.edges.get(edge.id)?.[0]?.severity === "error",
          onSelect: selector(edge.id),
        },
      },
    ];
  });
  return useKeepEqual(edges);
}
