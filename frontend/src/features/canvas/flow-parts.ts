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

/** From here on a drag moves only the lines of what is dragged; the others go out of its way when it is dropped. */
const FEW_EDGES = 60;

/** Where everything stands: rectangles, routes, labels. */
export function useDrawing(
  blueprint: Blueprint,
  dragged: ReadonlyMap<string, { x: number; y: number }> | null,
): Drawing {
  const { places, words, edges } = usePlan(blueprint);
  const resting = useMemo(() => {
    const rects = new Map<string, Rect>();
    for (const node of blueprint.nodes) {
      rects.set(node.id, { ...(places.get(node.id) ?? { x: 0, y: 0 }), ...NODE });
    }
    return { rects, routes: routeEdges(rects, edges), words };
  }, [blueprint, places, words, edges]);
  return useMemo(() => {
    if (!dragged) return resting;
    const rects = new Map(resting.rects);
    for (const [id, at] of dragged) if (rects.has(id)) rects.set(id, { ...at, ...NODE });
    if (edges.length <= FEW_EDGES) return { rects, routes: routeEdges(rects, edges), words };
    const touched = edges.filter(({ source, target }) => dragged.has(source) || dragged.has(target));
    return { rects, routes: new Map([...resting.routes, ...routeEdges(rects, touched)]), words };
  }, [resting, dragged, edges, words]);
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

/** The cards but for what changes while one is dragged. */
function useCards(blueprint: Blueprint, context: Context): CardNode[] {
  const { checks, choices, labelOf, selection } = context;
  const t = useTranslations("canvas.node");
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
  return useMemo(
    () =>
      blueprint.nodes.map((agent): CardNode => {
        const model = labelOf(agent.model);
        return {
          id: agent.id,
          type: "agent",
          position: { x: 0, y: 0 },
          ...NODE,
          measured: MEASURED,
          handles: HANDLE_PLACES,
          selected: selection.nodes.has(agent.id),
          ariaLabel: t("label", { name: titleOf(agent), model }),
          data: {
            agent,
            model,
            threshold: critics.has(agent.id) ? thresholdOf(blueprint, agent) : null,
            problems: checks.nodes.get(agent.id),
            used: "",
            callout: false,
            otherModel: checks.unready.has(agent.id) ? otherModel : null,
          },
        };
      }),
    [blueprint, checks, labelOf, selection.nodes, critics, otherModel, t],
  );
}

export function useFlowNodes(blueprint: Blueprint, drawing: Drawing, context: Context): CardNode[] {
  const cards = useCards(blueprint, context);
  const used = usedHandles(blueprint, drawing.routes);
  const nodes = cards.map((card) => {
    const rect = drawing.rects.get(card.id) ?? { x: 0, y: 0, ...NODE };
    const isError = card.data.problems?.[0]?.severity === "error";
    return {
      ...card,
      position: { x: rect.x, y: rect.y },
      data: { ...card.data, used: used.get(card.id) ?? "", callout: isError && hasRoom(rect, drawing) },
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

/** The lines but for their way, which changes while a card is dragged. */
function useLines(blueprint: Blueprint, words: Drawing["words"], context: Context) {
  const { checks, selection } = context;
  const t = useTranslations("canvas.edge");
  return useMemo(() => {
    const names = new Map(blueprint.nodes.map((node) => [node.id, titleOf(node)]));
    return blueprint.edges.map((edge) => {
      const said = words.get(edge.id) ?? { label: "", extra: "" };
      const source = names.get(edge.source) ?? edge.source;
      const target = names.get(edge.target) ?? edge.target;
      return {
        id: edge.id,
        type: "council" as const,
        source: edge.source,
        target: edge.target,
        selected: selection.edges.has(edge.id),
        ariaLabel: t("label", { kind: said.label || t("linear"), source, target }),
        data: {
          kind: edgeKind(edge),
          ...said,
          look: "plain" as const,
          problem: checks.edges.get(edge.id)?.[0]?.severity === "error",
          onSelect: selector(edge.id),
        },
      };
    });
  }, [blueprint, words, checks.edges, selection.edges, t]);
}

export function useFlowEdges(blueprint: Blueprint, drawing: Drawing, context: Context): CouncilEdge[] {
  const lines = useLines(blueprint, drawing.words, context);
  const edges = lines.flatMap((line): CouncilEdge[] => {
    const route = drawing.routes.get(line.id);
    return route ? [{ ...line, data: { ...line.data, route } }] : [];
  });
  return useKeepEqual(edges);
}
