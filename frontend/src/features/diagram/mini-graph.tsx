import { useMemo } from "react";
import { type Blueprint, edgeKind, titleOf } from "@/domain/blueprint";
import { inRows } from "@/domain/places";
import { boundsOf, type Rect, routeEdges } from "@/domain/routing";
import { arrowOf } from "./markers";
import { pictureOf } from "./picture";

const DOT = { width: 10, height: 10 };
const GAP = 14;
const LANE = 14;

/** Mirrors along the diagonal: what ran down runs to the right. */
const flip = (path: string) => path.replace(/(-?[\d.]+) (-?[\d.]+)/g, "$2 $1");

function drawDots(blueprint: Blueprint) {
  const rects = new Map<string, Rect>(
    [...inRows(blueprint, DOT, GAP)].map(([id, at]) => [id, { ...at, ...DOT }]),
  );
  const edges = blueprint.edges.map((edge) => ({
    id: edge.id,
    source: edge.source,
    target: edge.target,
    kind: edgeKind(edge),
    labelWidth: 0,
  }));
  const routes = routeEdges(rects, edges, { lane: LANE, laneStep: LANE / 2, gap: 1 });
  const bounds = boundsOf([...rects.values(), ...[...routes.values()].map((route) => route.box)]);
  return { rects, routes, bounds: bounds ?? { x: 0, y: 0, width: 1, height: 1 } };
}

/** A council as a thumbnail: agents as dots, edges in their own colours. */
export function MiniGraph({ blueprint }: { blueprint: Blueprint }) {
  const { rects, routes, bounds } = useMemo(() => drawDots(blueprint), [blueprint]);
  const box = `${bounds.y - 3} ${bounds.x - 3} ${bounds.height + 6} ${bounds.width + 6}`;
  return (
    <svg className="mini" viewBox={box} aria-hidden="true">
      {blueprint.edges.map((edge) => {
        const path = routes.get(edge.id)?.path;
        return path && <path key={edge.id} className={`m-${edgeKind(edge)}`} d={flip(path)} />;
      })}
      {[...rects].map(([id, rect]) => (
        <circle key={id} cx={rect.y + 5} cy={rect.x + 5} r="5" />
      ))}
    </svg>
  );
}

/** A small council as a picture with names. */
export function NamedGraph({ blueprint }: { blueprint: Blueprint }) {
  const { boxes, lines, bounds } = useMemo(() => pictureOf(blueprint), [blueprint]);
  const kinds = new Map(blueprint.edges.map((edge) => [edge.id, edgeKind(edge)]));
  return (
    <svg
      className="pn"
      viewBox={`${bounds.x - 16} ${bounds.y - 16} ${bounds.width + 32} ${bounds.height + 32}`}
      aria-hidden="true"
    >
      {lines.map(({ id, path }) => {
        const kind = kinds.get(id) ?? "linear";
        return <path key={id} className={`e e-${kind}`} d={path} markerEnd={arrowOf(kind)} />;
      })}
      {blueprint.nodes.map((node) => {
        const rect = boxes.get(node.id);
        if (!rect) return null;
        return (
          <g key={node.id}>
            <rect {...rect} rx="7" />
            <text x={rect.x + rect.width / 2} y={rect.y + rect.height / 2}>
              {titleOf(node)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
