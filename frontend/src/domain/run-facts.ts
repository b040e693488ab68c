import type { ErrorInfo } from "@/api/types";
import { type Blueprint, edgeKind, loopLimitOf, roleOf, thresholdOf, titleOf } from "./blueprint";
import { backEdges } from "./graph";
import type { RunView } from "./run-view";

/** What of a blueprint its run needs again and again, computed once. */
export type RunFacts = {
  blueprint: Blueprint;
  nameOf: (node: string) => string;
  /** Whether this agent's answer becomes the document. */
  writes: (node: string) => boolean;
  isCritic: (node: string) => boolean;
  thresholdOf: (node: string) => number;
  back: ReadonlySet<string>;
  /** The limit that rounds are counted against. */
  roundLimit: number;
};

export function factsOf(blueprint: Blueprint): RunFacts {
  const nodes = new Map(blueprint.nodes.map((node) => [node.id, node]));
  const back = backEdges(blueprint);
  const loops = blueprint.edges.filter((edge) => back.has(edge.id));
  const counted = loops.find((edge) => edgeKind(edge) === "rework") ?? loops[0];
  const roles = new Map(blueprint.nodes.map((node) => [node.id, roleOf(blueprint, node.id)]));
  return {
    blueprint,
    nameOf: (id) => {
      const node = nodes.get(id);
      return node ? titleOf(node) : id;
    },
    writes: (id) => {
      const writes = nodes.get(id)?.writes;
      return typeof writes === "boolean" ? writes : roles.get(id) === "writer";
    },
    isCritic: (id) => roles.get(id) === "critic",
    thresholdOf: (id) => thresholdOf(blueprint, nodes.get(id)),
    back,
    roundLimit: loopLimitOf(blueprint, counted),
  };
}

/** Agents that come next for certain: behind the linear edges of those that work now. */
export function nextNodes(view: RunView, facts: RunFacts): Set<string> {
  const next = new Set<string>();
  const isRunning = (id: string) => view.nodes[id]?.state === "running";
  for (const edge of facts.blueprint.edges) {
    if (edgeKind(edge) === "linear" && isRunning(edge.source) && !isRunning(edge.target))
      next.add(edge.target);
  }
  return next;
}

/** Milliseconds from start to end, or to `now` while the run goes on. */
export function elapsed(view: RunView, now: number): number {
  if (!view.startedAt) return 0;
  const end = view.end?.at ? Date.parse(view.end.at) : now;
  return Math.max(0, end - Date.parse(view.startedAt));
}

/** An error's message without the agent's name, which stands beside it anyway. */
export function ownWords({ message, details }: ErrorInfo): string {
  const opening = `${details.agent}: `;
  return message.startsWith(opening) ? message.slice(opening.length) : message;
}

/** Minutes and seconds as on a stopwatch: "3:10", "1:02:05". */
export function stopwatch(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const [hours, minutes, rest] = parts as [number, number, number];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** The part of an agent's reason that fits in one line. */
export function firstSentence(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  const end = line.search(/[.!?。！？](\s|$)/);
  return end > 0 ? line.slice(0, end) : line;
}

const POINT = /^\s*(?:[-*•]|\d+[.)])\s+/;
const MOST_POINTS = 3;

/** A reason as its bullet points, at most three, with the sentence before them; without bullets its lines are the points. */
export function pointsOf(text: string): { title: string; points: string[] } {
  const lines = text.split("\n").filter((line) => line.trim());
  const listed = lines.filter((line) => POINT.test(line));
  const first = lines[0] ?? "";
  const title = listed.length > 0 && !POINT.test(first) ? first.trim() : "";
  const points = (listed.length > 0 ? listed : lines).map((line) => line.replace(POINT, "").trim());
  return { title, points: points.slice(0, MOST_POINTS) };
}
