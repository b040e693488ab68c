/** The blueprint as the server stores it; unknown fields are kept as they came (BP-13). */

export type Tools = { web_search?: boolean; pdf_reader?: boolean; [extra: string]: unknown };
export type Position = { x: number; y: number };
export type Budget = { tokens?: number | null; cost_usd?: number | null; minutes?: number | null };

export type Settings = {
  approval_threshold?: number | null;
  max_iterations?: number | null;
  budget?: Budget | null;
  language?: string | null;
  [extra: string]: unknown;
};

/** An agent before it has an id. */
export type NewAgent = {
  type?: "agent";
  name?: string;
  system_prompt?: string;
  model?: string;
  tools?: Tools;
  position?: Position | null;
  start?: boolean;
  threshold?: number | null;
  icon?: string | null;
  description?: string | null;
  [extra: string]: unknown;
};

export type AgentNode = NewAgent & { id: string };

export type Edge = {
  id: string;
  source: string;
  target: string;
  type?: "linear" | "conditional";
  condition?: string | null;
  default?: boolean;
  max_iterations?: number | null;
  [extra: string]: unknown;
};

export type Blueprint = {
  version: string;
  name: string;
  description?: string | null;
  nodes: AgentNode[];
  edges: Edge[];
  settings?: Settings;
  [extra: string]: unknown;
};

export const CURRENT_VERSION = "1.0";
export const DEFAULT_THRESHOLD = 8;
export const DEFAULT_MAX_ITERATIONS = 5;
export const PROMPT_LIMIT = 100_000;
export const NAME_LIMIT = 255;

export type EdgeKind = "linear" | "rework" | "approve" | "custom";

export function emptyBlueprint(name = ""): Blueprint {
  return { version: CURRENT_VERSION, name, nodes: [], edges: [] };
}

export function titleOf(node: AgentNode): string {
  return node.name || node.id;
}

/** How an edge looks and is spoken of (UI-3). */
export function edgeKind(edge: Edge): EdgeKind {
  if (edge.type !== "conditional") return "linear";
  if (edge.condition === "rework" || edge.condition === "approve") return edge.condition;
  return "custom";
}

/** Critics score: one of their labels is rework or approve. Deciders choose among custom labels. */
export function roleOf(blueprint: Blueprint, nodeId: string): "critic" | "decider" | "writer" {
  const kinds = blueprint.edges.filter((edge) => edge.source === nodeId).map(edgeKind);
  if (kinds.includes("rework") || kinds.includes("approve")) return "critic";
  return kinds.includes("custom") ? "decider" : "writer";
}

export function thresholdOf(blueprint: Blueprint, node?: AgentNode): number {
  return node?.threshold ?? blueprint.settings?.approval_threshold ?? DEFAULT_THRESHOLD;
}

export function loopLimitOf(blueprint: Blueprint, edge?: Edge): number {
  return edge?.max_iterations ?? blueprint.settings?.max_iterations ?? DEFAULT_MAX_ITERATIONS;
}

/** Reads a file's text as a blueprint; null when it is no JSON object with a list of nodes. */
export function parseBlueprint(text: string): Blueprint | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || !Array.isArray((value as Blueprint).nodes)) return null;
  const raw = value as Blueprint;
  return Array.isArray(raw.edges) ? raw : { ...raw, edges: [] };
}

/** The bytes of an export: what was set and nothing else. */
export function exportBlueprint(blueprint: Blueprint): string {
  return `${JSON.stringify(blueprint, null, 2)}\n`;
}
