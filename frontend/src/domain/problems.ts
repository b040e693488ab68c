import type { Problem } from "@/api/types";
import type { Blueprint } from "./blueprint";

export type Place = { kind: "node" | "edge"; id: string } | { kind: "council" };

/** What a problem's JSON Pointer means on the canvas. */
export function placeOf(problem: Problem, blueprint: Blueprint): Place {
  const [, list, index] = problem.path.split("/");
  const at = Number(index);
  if (list === "nodes" && blueprint.nodes[at]) return { kind: "node", id: blueprint.nodes[at].id };
  if (list === "edges" && blueprint.edges[at]) return { kind: "edge", id: blueprint.edges[at].id };
  return { kind: "council" };
}

export type ProblemsByPlace = {
  nodes: Map<string, Problem[]>;
  edges: Map<string, Problem[]>;
  council: Problem[];
  errors: number;
  warnings: number;
};

/** Sorts problems to the node or edge they concern; errors stand before warnings. */
export function sortProblems(problems: readonly Problem[], blueprint: Blueprint): ProblemsByPlace {
  const sorted: ProblemsByPlace = { nodes: new Map(), edges: new Map(), council: [], errors: 0, warnings: 0 };
  const ordered = [...problems].sort((a, b) => a.severity.localeCompare(b.severity));
  for (const problem of ordered) {
    if (problem.severity === "error") sorted.errors += 1;
    else sorted.warnings += 1;
    const place = placeOf(problem, blueprint);
    if (place.kind === "council") sorted.council.push(problem);
    else {
      const map = place.kind === "node" ? sorted.nodes : sorted.edges;
      map.set(place.id, [...(map.get(place.id) ?? []), problem]);
    }
  }
  return sorted;
}
