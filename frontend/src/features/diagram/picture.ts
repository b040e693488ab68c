import { type Blueprint, type Edge, type Position, titleOf } from "@/domain/blueprint";
import { breadthFirst } from "@/domain/graph";
import { boundsOf, estimateLabelWidth, type Rect, rounded } from "@/domain/routing";

const HEIGHT = 28;
const NARROWEST = 104;
const PADDING = 20;
const GAP = { x: 44, y: 44 };
const ARROW_GAP = 4;
const APART = 9;

/** Places agents like a snake in two columns, so that a short council fits a wide frame. */
function snake(blueprint: Blueprint): Map<string, Rect> {
  const names = blueprint.nodes.map((node) => estimateLabelWidth(titleOf(node), PADDING));
  const box = { width: Math.max(NARROWEST, ...names), height: HEIGHT };
  return new Map(
    breadthFirst(blueprint).map((id, i) => {
      const row = Math.floor(i / 2);
      const column = row % 2 === 0 ? i % 2 : 1 - (i % 2);
      return [id, { x: column * (box.width + GAP.x), y: row * (box.height + GAP.y), ...box }];
    }),
  );
}

const centre = (rect: Rect): Position => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });

/** A straight or once bent line from border to border; `shift` keeps two directions apart. */
function line(from: Rect, to: Rect, shift: number): Position[] {
  const [a, b] = [centre(from), centre(to)];
  const dx = Math.sign(b.x - a.x);
  const dy = Math.sign(b.y - a.y);
  const outX = from.width / 2 + ARROW_GAP;
  const outY = from.height / 2 + ARROW_GAP;
  if (dy === 0) {
    return [
      { x: a.x + dx * outX, y: a.y + shift },
      { x: b.x - dx * outX, y: b.y + shift },
    ];
  }
  if (dx === 0) {
    return [
      { x: a.x + shift * 2, y: a.y + dy * outY },
      { x: b.x + shift * 2, y: b.y - dy * outY },
    ];
  }
  return [
    { x: a.x + dx * outX, y: a.y },
    { x: b.x, y: a.y },
    { x: b.x, y: b.y - dy * outY },
  ];
}

/** Boxes and lines of a small council; loops of an agent with itself are left out. */
export function pictureOf(blueprint: Blueprint): {
  boxes: Map<string, Rect>;
  lines: { id: string; path: string }[];
  bounds: Rect;
} {
  const boxes = snake(blueprint);
  const hasReturn = (edge: Edge) =>
    blueprint.edges.some((other) => other.source === edge.target && other.target === edge.source);
  const lines = blueprint.edges.flatMap((edge) => {
    const from = boxes.get(edge.source);
    const to = boxes.get(edge.target);
    if (!from || !to || from === to) return [];
    const onward = from.y < to.y || (from.y === to.y && from.x < to.x);
    const shift = hasReturn(edge) ? (onward ? -APART : APART) : 0;
    return [{ id: edge.id, path: rounded(line(from, to, shift)) }];
  });
  return { boxes, lines, bounds: boundsOf(boxes.values()) ?? { x: 0, y: 0, width: 1, height: 1 } };
}
