import { layout as dagreLayout, Graph } from "@dagrejs/dagre";
import type { Blueprint, Position } from "./blueprint";
import { backEdges, breadthFirst } from "./graph";
import { COLUMN_GAP, NODE, ROW_GAP, type Size, snap } from "./places";

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
