import type { EdgeKind } from "@/domain/blueprint";

const KINDS: readonly EdgeKind[] = ["linear", "rework", "approve", "custom"];

export const arrowOf = (kind: EdgeKind) => `url(#arrow-${kind})`;

/** The arrowheads that all diagrams of a page share. */
export function Markers() {
  return (
    <svg className="markers" aria-hidden="true">
      <defs>
        {KINDS.map((kind) => (
          <marker
            key={kind}
            id={`arrow-${kind}`}
            viewBox="0 0 10 10"
            refX="9"
            refY="5"
            markerWidth="10"
            markerHeight="10"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path className={`a a-${kind}`} d="M0 .5 10 5 0 9.5z" />
          </marker>
        ))}
      </defs>
    </svg>
  );
}
