import { layout as dagreLayout, Graph } from "@dagrejs/dagre";
import type { Blueprint, Position } from "./blueprint";
import { backEdges, breadthFirst } from "./graph";

export type Size = { width: number; height: number };

export const NODE: Size = { width: 240, height: 96 };
const ROW_GAP = 80;
const COLUMN_GAP = 64;
const GRID = 4;

const snap = (value: number) => Math.round(value / GRID) * GRID;

/**
 * Places every node, top to bottom from the entry. Loops don't take part in the ranking, so that a
 * cycle never turns the council upside down; the first node of the entry's row stands at y 0.
 */
export function arrange(
  blueprint: Blueprint,
  size: Size | ((id: string) => Size) = NODE,
  rowGap = ROW_GAP,
): Map<string, Position> {
  const sizeOf = typeof size === "function" ? size : () => size;
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", ranksep: rowGap, nodesep: COLUMN_GAP });
  graph.setDefaultEdgeLabel(() => ({}));
  const back = backEdges(blueprint);
  const order = breadthFirst(blueprint);
  const known = new Set(order);
  for (const id of order) graph.setNode(id, { ...sizeOf(id) });
  for (const edge of blueprint.edges) {
    if (back.has(edge.id) || !known.has(edge.source) || !known.has(edge.target)) continue;
    graph.setEdge(edge.source, edge.target, {}, edge.id);
  }
  dagreLayout(graph);
  const placed = new Map<string, Position>();
  for (const id of order) {
    const { x, y } = graph.node(id) as Position;
    const { width, height } = sizeOf(id);
    placed.set(id, { x: snap(x - width / 2), y: snap(y - height / 2) });
  }
  return placed;
}

/** Where each node stands: its own position, or a computed place when any node has none. */
export function positionsOf(blueprint: Blueprint): Map<string, Position> {
  const stored = new Map<string, Position>();
  for (const node of blueprint.nodes) if (node.position) stored.set(node.id, node.position);
  return stored.size === blueprint.nodes.length ? stored : arrange(blueprint);
}

/** A free place near `wanted` where a new node overlaps no other. */
export function freePlace(taken: Iterable<Position>, wanted: Position, size: Size = NODE): Position {
  const others = [...taken];
  const clear = (at: Position) =>
    others.every(
      (other) =>
        Math.abs(other.x - at.x) >= size.width + GRID * 4 ||
        Math.abs(other.y - at.y) >= size.height + GRID * 4,
    );
  const stepX = size.width + COLUMN_GAP;
  const stepY = size.height + ROW_GAP;
  for (let ring = 0; ring <= others.length + 1; ring += 1) {
    for (const [dx, dy] of [
      [0, ring],
      [ring, 0],
      [-ring, 0],
      [ring, ring],
      [-ring, ring],
      [0, -ring],
    ] as const) {
      const at = { x: snap(wanted.x + dx * stepX), y: snap(wanted.y + dy * stepY) };
      if (clear(at)) return at;
    }
  }
  return wanted;
}
