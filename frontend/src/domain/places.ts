import type { Blueprint, Position } from "./blueprint";
import { backEdges, breadthFirst } from "./graph";

export type Size = { width: number; height: number };

export const NODE: Size = { width: 240, height: 96 };
export const ROW_GAP = 80;
export const COLUMN_GAP = 64;
const GRID = 4;

export const snap = (value: number) => Math.round(value / GRID) * GRID;

/** True when every node has a position of its own. */
export const isPlaced = (blueprint: Blueprint): boolean => blueprint.nodes.every((node) => node.position);

/** The nodes' own positions. */
export function placesOf(blueprint: Blueprint): Map<string, Position> {
  return new Map(blueprint.nodes.flatMap(({ id, position }) => (position ? [[id, position]] : [])));
}

/** Rows from the entry down, each centred: enough for a thumbnail, where `arrange` would be too much to load. */
export function inRows(blueprint: Blueprint, size: Size, gap: number): Map<string, Position> {
  const order = breadthFirst(blueprint);
  const row = new Map(order.map((id) => [id, 0]));
  const back = backEdges(blueprint);
  const onward = blueprint.edges.filter(
    ({ id, source, target }) => !back.has(id) && row.has(source) && row.has(target),
  );
  for (let moved = true; moved; ) {
    moved = false;
    for (const { source, target } of onward) {
      const below = (row.get(source) ?? 0) + 1;
      if ((row.get(target) ?? 0) >= below) continue;
      row.set(target, below);
      moved = true;
    }
  }
  const places = new Map<string, Position>();
  for (const at of new Set(row.values())) {
    const ids = order.filter((id) => row.get(id) === at);
    ids.forEach((id, i) => {
      const x = (i - (ids.length - 1) / 2) * (size.width + gap) - size.width / 2;
      places.set(id, { x, y: at * (size.height + gap) });
    });
  }
  return places;
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
