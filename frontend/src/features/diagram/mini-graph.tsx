import { useMemo } from "react";
import { type Blueprint, edgeKind, titleOf } from "@/domain/blueprint";
import { arrange } from "@/domain/layout";
import { boundsOf, type Rect, routeEdges } from "@/domain/routing";
import { arrowOf } from "./markers";

const DOT = { width: 6, height: 6 };
const BOX = { width: 104, height: 28 };

/** A council turned on its side: rows become columns, so that it fits a wide frame. */
function draw(blueprint: Blueprint, size: { width: number; height: number }, gap: number, lane: number) {
  const upright = { width: size.height, height: size.width };
  const places = arrange(blueprint, upright, gap);
  const rects = new Map<string, Rect>([...places].map(([id, at]) => [id, { ...at, ...upright }]));
  const edges = blueprint.edges.map((edge) => ({
    id: edge.id,
    source: edge.source,
    target: edge.target,
    kind: edgeKind(edge),
    labelWidth: 0,
  }));
  const routes = routeEdges(rects, edges, { lane, laneStep: lane / 2 });
  const bounds = boundsOf([...rects.values(), ...[...routes.values()].map((route) => route.box)]);
  return { rects, routes, bounds: bounds ?? { x: 0, y: 0, width: 1, height: 1 } };
}

/** Mirrors along the diagonal: what ran down runs to the right. */
const flip = (path: string) => path.replace(/(-?[\d.]+) (-?[\d.]+)/g, "$2 $1");

function Lines({
  blueprint,
  routes,
  arrows,
}: {
  blueprint: Blueprint;
  routes: Map<string, { path: string }>;
  arrows: boolean;
}) {
  return blueprint.edges.map((edge) => {
    const kind = edgeKind(edge);
    const path = routes.get(edge.id)?.path;
    return (
      path && (
        <path
          key={edge.id}
          className={`e e-${kind}`}
          d={flip(path)}
          markerEnd={arrows ? arrowOf(kind) : undefined}
        />
      )
    );
  });
}

/** A council as a thumbnail: agents as dots, edges in their own colours. */
export function MiniGraph({ blueprint }: { blueprint: Blueprint }) {
  const { rects, routes, bounds } = useMemo(() => draw(blueprint, DOT, 16, 10), [blueprint]);
  const box = `${bounds.y - 3} ${bounds.x - 3} ${bounds.height + 6} ${bounds.width + 6}`;
  return (
    <svg className="mini" viewBox={box} aria-hidden="true">
      <Lines blueprint={blueprint} routes={routes} arrows={false} />
      {[...rects].map(([id, rect]) => (
        <circle key={id} cx={rect.y + 3} cy={rect.x + 3} r="3" />
      ))}
    </svg>
  );
}

/** A council as a picture with names. */
export function NamedGraph({ blueprint }: { blueprint: Blueprint }) {
  const { rects, routes, bounds } = useMemo(() => draw(blueprint, BOX, 40, 20), [blueprint]);
  const box = `${bounds.y - 16} ${bounds.x - 16} ${bounds.height + 32} ${bounds.width + 32}`;
  return (
    <svg className="pn" viewBox={box} aria-hidden="true">
      <Lines blueprint={blueprint} routes={routes} arrows />
      {blueprint.nodes.map((node) => {
        const rect = rects.get(node.id);
        if (!rect) return null;
        return (
          <g key={node.id}>
            <rect x={rect.y} y={rect.x} width={BOX.width} height={BOX.height} rx="7" />
            <text x={rect.y + BOX.width / 2} y={rect.x + BOX.height / 2}>
              {titleOf(node)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
