import type { EdgeKind, Position } from "./blueprint";

export type Rect = Position & { width: number; height: number };
export type RoutedEdge = { id: string; source: string; target: string; kind: EdgeKind; labelWidth: number };
export type Handle = "t" | "b" | "l" | "r";
/** `box` encloses line and label; `ends` are the handles it leaves and enters. */
export type Route = { path: string; label: Position; box: Rect; ends: readonly [Handle, Handle] };

export type RouteStyle = {
  /** Distance of the first outer lane from the nodes beside it, and of each further one. */
  lane: number;
  laneStep: number;
  /** Space between a line's end and the card: room for a handle. */
  gap: number;
};

export const DRAWING: RouteStyle = { lane: 104, laneStep: 24, gap: 6 };
export const RUNNING: RouteStyle = { lane: 48, laneStep: 20, gap: 1 };

const RADIUS = 16;
const SHORTEST = 12;
const LABEL_HEIGHT = 28;
const CLEAR = 8;

type Plan = { edge: RoutedEdge; points: Position[]; labels: Position[]; ends: readonly [Handle, Handle] };

/** What a line must respect: all nodes, and the space before a card. */
type World = { nodes: readonly Rect[]; gap: number };

const ONWARD = ["b", "t"] as const;

const right = (rect: Rect) => rect.x + rect.width;
const bottom = (rect: Rect) => rect.y + rect.height;
const middleX = (rect: Rect) => rect.x + rect.width / 2;
const middleY = (rect: Rect) => rect.y + rect.height / 2;

/** True when the segment (axis-parallel) touches the rectangle grown by `margin`. */
function hits(a: Position, b: Position, rect: Rect, margin = 4): boolean {
  return (
    Math.max(a.x, b.x) > rect.x - margin &&
    Math.min(a.x, b.x) < right(rect) + margin &&
    Math.max(a.y, b.y) > rect.y - margin &&
    Math.min(a.y, b.y) < bottom(rect) + margin
  );
}

/** An SVG path through the points with round corners. */
export function rounded(points: readonly Position[]): string {
  const kept = points.filter(
    (point, i) => i === 0 || point.x !== points[i - 1]?.x || point.y !== points[i - 1]?.y,
  );
  const [first, ...rest] = kept;
  if (!first) return "";
  let path = `M${first.x} ${first.y}`;
  let from = first;
  rest.forEach((corner, i) => {
    const to = rest[i + 1];
    if (!to) {
      path += `L${corner.x} ${corner.y}`;
      return;
    }
    const before = Math.hypot(corner.x - from.x, corner.y - from.y);
    const after = Math.hypot(to.x - corner.x, to.y - corner.y);
    const radius = Math.min(RADIUS, before / 2, after / 2);
    const enter = toward(corner, from, radius);
    const leave = toward(corner, to, radius);
    path += `L${enter.x} ${enter.y}Q${corner.x} ${corner.y} ${leave.x} ${leave.y}`;
    from = corner;
  });
  return path;
}

function toward(from: Position, to: Position, distance: number): Position {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return {
    x: from.x + ((to.x - from.x) / length) * distance,
    y: from.y + ((to.y - from.y) / length) * distance,
  };
}

/** The x nearest to `wanted` where a vertical line from `top` to `low` passes no node. */
function clearX(wanted: number, top: number, low: number, nodes: readonly Rect[]): number {
  const blocking = nodes.filter((rect) => rect.y < low && bottom(rect) > top);
  const free = (x: number) => blocking.every((rect) => x < rect.x - CLEAR || x > right(rect) + CLEAR);
  if (free(wanted)) return wanted;
  const candidates = blocking.flatMap((rect) => [rect.x - 24, right(rect) + 24]).filter(free);
  candidates.sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
  return candidates[0] ?? wanted;
}

/** Leaves at the bottom, enters at the top; a node in the way is passed on its nearer side. */
function forward(edge: RoutedEdge, source: Rect, target: Rect, { nodes, gap }: World): Plan {
  const from = { x: middleX(source), y: bottom(source) + gap };
  const to = { x: middleX(target), y: target.y - gap };
  const others = nodes.filter((rect) => rect !== source && rect !== target);
  if (from.x === to.x && !others.some((rect) => hits(from, to, rect))) {
    return { edge, points: [from, to], labels: spread(from, to), ends: ONWARD };
  }
  const turn = Math.min(24, (to.y - from.y) / 2);
  const high = { x: from.x, y: from.y + turn };
  const direct = [from, high, { x: to.x, y: high.y }, to];
  if (!crosses(direct, others))
    return { edge, points: direct, labels: spread({ x: to.x, y: high.y }, to), ends: ONWARD };
  const low = to.y - turn;
  const lane = clearX(to.x, high.y, low, others);
  const points = [from, high, { x: lane, y: high.y }, { x: lane, y: low }, { x: to.x, y: low }, to];
  return { edge, points, labels: spread({ x: lane, y: high.y }, { x: lane, y: low }), ends: ONWARD };
}

function crosses(points: readonly Position[], nodes: readonly Rect[]): boolean {
  return points.slice(1).some((point, i) => nodes.some((rect) => hits(points[i] ?? point, point, rect)));
}

/** Places for a label along a line, the middle first. */
function spread(a: Position, b: Position): Position[] {
  return [0.5, 0.35, 0.65, 0.2, 0.8].map((part) => ({
    x: a.x + (b.x - a.x) * part,
    y: a.y + (b.y - a.y) * part,
  }));
}

/** Side by side: one line for each direction, so that both stay visible. */
function beside(edge: RoutedEdge, source: Rect, target: Rect, { gap }: World): Plan {
  const onward = source.x < target.x;
  const y = middleY(source) + (onward ? -12 : 12);
  const entry = middleY(target) + (onward ? -12 : 12);
  const from = { x: onward ? right(source) + gap : source.x - gap, y };
  const to = { x: onward ? target.x - gap : right(target) + gap, y: entry };
  const mid = (from.x + to.x) / 2;
  const away = onward ? -1 : 1;
  const labels = [20, 40, 70, 100].map((distance) => ({ x: mid, y: (y + entry) / 2 + away * distance }));
  const points = y === entry ? [from, to] : [from, { x: mid, y }, { x: mid, y: entry }, to];
  return { edge, points, labels, ends: onward ? ["r", "l"] : ["l", "r"] };
}

type Side = -1 | 1;

const sideOf = (kind: EdgeKind): Side => (kind === "rework" ? -1 : 1);

/** From a node's side to the lane; a neighbour in between is passed in the gap above or below the row. */
function toLane(
  rect: Rect,
  y: number,
  side: Side,
  lane: number,
  vertical: 1 | -1,
  { nodes, gap }: World,
): Position[] {
  const start = { x: side < 0 ? rect.x - gap : right(rect) + gap, y };
  const others = nodes.filter((other) => other !== rect);
  if (!others.some((other) => hits(start, { x: lane, y }, other))) return [start, { x: lane, y }];
  const beyond = vertical > 0 ? bottom(rect) + 16 : rect.y - 16;
  const near = start.x + side * 18;
  return [start, { x: near, y }, { x: near, y: beyond }, { x: lane, y: beyond }];
}

/** Middles of the gaps between rows of nodes, the one nearest to the middle of the span first. */
function gapsBetween(top: number, low: number, nodes: readonly Rect[]): number[] {
  const spans = nodes
    .filter((rect) => bottom(rect) > top && rect.y < low)
    .map((rect) => [rect.y, bottom(rect)] as const)
    .sort((a, b) => a[0] - b[0]);
  const gaps: number[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const [from, to] of spans) {
    if (from - end >= LABEL_HEIGHT + 2 * CLEAR && end > top - 1) gaps.push((end + from) / 2);
    end = Math.max(end, to);
  }
  const middle = (top + low) / 2;
  return gaps.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
}

function loop(edge: RoutedEdge, source: Rect, target: Rect, lane: number, world: World): Plan {
  const side = sideOf(edge.kind);
  const self = source === target;
  const exitY = self ? source.y + source.height * 0.72 : middleY(source);
  const entryY = self ? source.y + source.height * 0.28 : middleY(target);
  const out = toLane(source, exitY, side, lane, source.y >= target.y ? -1 : 1, world);
  const back = toLane(target, entryY, side, lane, source.y >= target.y ? 1 : -1, world).reverse();
  const top = Math.min(source.y, target.y);
  const low = Math.max(bottom(source), bottom(target));
  const ys = self ? [] : gapsBetween(top, low, world.nodes);
  const middle = (exitY + entryY) / 2;
  const labels = [...ys, middle, middle - 36, middle + 36].map((y) => ({ x: lane, y }));
  if (self) labels.unshift({ x: lane + (side * edge.labelWidth) / 2 - side * 16, y: middle });
  const handle = side < 0 ? "l" : "r";
  return { edge, points: [...out, ...back], labels, ends: [handle, handle] };
}

type Span = { side: Side; top: number; low: number; lane: number };

/** The innermost lane outside all nodes beside the span and outside earlier loops that share it. */
function laneFor(
  edge: RoutedEdge,
  source: Rect,
  target: Rect,
  nodes: readonly Rect[],
  used: Span[],
  style: RouteStyle,
): number {
  const side = sideOf(edge.kind);
  const top = Math.min(source.y, target.y);
  const low = Math.max(bottom(source), bottom(target));
  const beside = nodes.filter((rect) => rect.y < low && bottom(rect) > top);
  const border = side < 0 ? Math.min(...beside.map((rect) => rect.x)) : Math.max(...beside.map(right));
  const first = source === target ? Math.min(style.lane, 40) : style.lane;
  let lane = border + side * first;
  for (const span of used) {
    if (span.side !== side || span.top >= low || span.low <= top) continue;
    const outside = span.lane + side * style.laneStep;
    if (side < 0 ? lane > outside : lane < outside) lane = outside;
  }
  used.push({ side, top, low, lane });
  return lane;
}

type Labels = Rect[];

function boxAround(points: readonly Position[], label: Position, labelWidth: number): Rect {
  const half = { x: labelWidth / 2, y: labelWidth > 0 ? LABEL_HEIGHT / 2 : 0 };
  const xs = [...points.map((point) => point.x), label.x - half.x, label.x + half.x];
  const ys = [...points.map((point) => point.y), label.y - half.y, label.y + half.y];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The first place where the label covers no node and no other label. */
function placeLabel(plan: Plan, nodes: readonly Rect[], taken: Labels): Position {
  const { labelWidth } = plan.edge;
  const boxAt = (at: Position): Rect => ({
    x: at.x - labelWidth / 2,
    y: at.y - LABEL_HEIGHT / 2,
    width: labelWidth,
    height: LABEL_HEIGHT,
  });
  const overlaps = (a: Rect, b: Rect, margin: number) =>
    a.x < right(b) + margin &&
    right(a) > b.x - margin &&
    a.y < bottom(b) + margin &&
    bottom(a) > b.y - margin;
  const fits = (at: Position) =>
    !nodes.some((rect) => overlaps(boxAt(at), rect, CLEAR)) &&
    !taken.some((box) => overlaps(boxAt(at), box, 4));
  const place = plan.labels.find(fits) ?? plan.labels[0] ?? { x: 0, y: 0 };
  if (labelWidth > 0) taken.push(boxAt(place));
  return place;
}

/**
 * The path and label place of every edge: onward edges from bottom to top, loops outside (rework on
 * the left, all others on the right), so that two directions never share a line.
 */
export function routeEdges(
  rects: ReadonlyMap<string, Rect>,
  edges: readonly RoutedEdge[],
  style: RouteStyle = DRAWING,
): Map<string, Route> {
  const nodes = [...rects.values()];
  const world: World = { nodes, gap: style.gap };
  const used: Span[] = [];
  const plans: Plan[] = [];
  const loops: { edge: RoutedEdge; source: Rect; target: Rect }[] = [];
  for (const edge of edges) {
    const source = rects.get(edge.source);
    const target = rects.get(edge.target);
    if (!source || !target) continue;
    if (target.y - bottom(source) >= SHORTEST) plans.push(forward(edge, source, target, world));
    else if (isBeside(source, target)) plans.push(beside(edge, source, target, world));
    else loops.push({ edge, source, target });
  }
  const length = ({ source, target }: { source: Rect; target: Rect }) => Math.abs(source.y - target.y);
  loops.sort((a, b) => length(a) - length(b));
  for (const { edge, source, target } of loops) {
    plans.push(loop(edge, source, target, laneFor(edge, source, target, nodes, used, style), world));
  }
  const taken: Labels = [];
  const routes = new Map<string, Route>();
  for (const plan of plans) {
    const label = placeLabel(plan, nodes, taken);
    const box = boxAround(plan.points, label, plan.edge.labelWidth);
    routes.set(plan.edge.id, { path: rounded(plan.points), label, box, ends: plan.ends });
  }
  return routes;
}

function isBeside(source: Rect, target: Rect): boolean {
  const apart = Math.max(target.x - right(source), source.x - right(target));
  return source !== target && apart >= 32 && target.y < bottom(source) && bottom(target) > source.y;
}

/** A label's width before it is drawn: latin letters 7 px, wide ones 13, and what stands around them. */
export function estimateLabelWidth(text: string, extra: number): number {
  if (!text) return 0;
  let width = extra;
  for (const letter of text) width += /[\u2e80-\uffef]/.test(letter) ? 13 : 6.8;
  return Math.ceil(width);
}

/** The rectangle around all nodes and routes: what a view must show. */
export function boundsOf(rects: Iterable<Rect>): Rect | null {
  const all = [...rects];
  if (all.length === 0) return null;
  const x = Math.min(...all.map((rect) => rect.x));
  const y = Math.min(...all.map((rect) => rect.y));
  return { x, y, width: Math.max(...all.map(right)) - x, height: Math.max(...all.map(bottom)) - y };
}
