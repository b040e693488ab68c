import {
  type AgentNode,
  type Blueprint,
  type Edge,
  edgeKind,
  type NewAgent,
  type Position,
  type Settings,
} from "./blueprint";
import { reaches } from "./graph";

/** What copy keeps: nodes and the edges between them. */
export type Clip = { nodes: AgentNode[]; edges: Edge[] };

type Changed = { blueprint: Blueprint; id: string };

function freeId(prefix: string, taken: Set<string>): string {
  let number = taken.size + 1;
  while (taken.has(`${prefix}-${number}`)) number += 1;
  return `${prefix}-${number}`;
}

const idsOf = (parts: readonly { id: string }[]) => new Set(parts.map((part) => part.id));

/** Sets what the patch names; `undefined` removes a field, so that an export holds only what was set. */
function patched<T extends object>(part: T, patch: Partial<T>): T {
  const result = { ...part, ...patch };
  for (const key of Object.keys(patch) as (keyof T)[]) if (patch[key] === undefined) delete result[key];
  return result;
}

export function addAgent(blueprint: Blueprint, agent: NewAgent): Changed {
  const id = freeId("node", idsOf(blueprint.nodes));
  return { blueprint: { ...blueprint, nodes: [...blueprint.nodes, { ...agent, id }] }, id };
}

export function updateNode(blueprint: Blueprint, id: string, patch: Partial<AgentNode>): Blueprint {
  return {
    ...blueprint,
    nodes: blueprint.nodes.map((node) => (node.id === id ? patched(node, patch) : node)),
  };
}

export function updateEdge(blueprint: Blueprint, id: string, patch: Partial<Edge>): Blueprint {
  return {
    ...blueprint,
    edges: blueprint.edges.map((edge) => (edge.id === id ? patched(edge, patch) : edge)),
  };
}

export function updateSettings(blueprint: Blueprint, patch: Partial<Settings>): Blueprint {
  const settings = patched<Settings>(blueprint.settings ?? {}, patch);
  if (Object.keys(settings).length > 0) return { ...blueprint, settings };
  const { settings: _, ...rest } = blueprint;
  return rest as Blueprint;
}

export function moveNodes(blueprint: Blueprint, positions: ReadonlyMap<string, Position>): Blueprint {
  return {
    ...blueprint,
    nodes: blueprint.nodes.map((node) => {
      const position = positions.get(node.id);
      return position
        ? { ...node, position: { x: Math.round(position.x), y: Math.round(position.y) } }
        : node;
    }),
  };
}

/** The label a newly drawn edge most likely means: back is rework, onward from a critic is approve. */
function meaningOf(blueprint: Blueprint, source: string, target: string): Pick<Edge, "type" | "condition"> {
  if (source === target || reaches(blueprint, target, source))
    return { type: "conditional", condition: "rework" };
  const kinds = blueprint.edges.filter((edge) => edge.source === source).map(edgeKind);
  const decides = kinds.some((kind) => kind !== "linear");
  if (decides && !kinds.includes("approve")) return { type: "conditional", condition: "approve" };
  return { type: "linear" };
}

/**
 * Draws an edge. A first rework edge makes its source a critic: an onward linear edge, which would
 * fire in every round, becomes its approve edge in the same step.
 */
export function connect(blueprint: Blueprint, source: string, target: string): Changed {
  const meaning = meaningOf(blueprint, source, target);
  const id = freeId("edge", idsOf(blueprint.edges));
  const onward = blueprint.edges.filter((edge) => edge.source === source);
  const becomesCritic = meaning.condition === "rework" && onward.every((edge) => edgeKind(edge) === "linear");
  const edges = blueprint.edges.map((edge) =>
    becomesCritic && edge.source === source
      ? { ...edge, type: "conditional" as const, condition: "approve" }
      : edge,
  );
  return { blueprint: { ...blueprint, edges: [...edges, { id, source, target, ...meaning }] }, id };
}

export function remove(blueprint: Blueprint, ids: ReadonlySet<string>): Blueprint {
  const nodes = blueprint.nodes.filter((node) => !ids.has(node.id));
  const left = idsOf(nodes);
  const gone = (id: string) => ids.has(id) && !left.has(id);
  return {
    ...blueprint,
    nodes,
    edges: blueprint.edges.filter((edge) => !ids.has(edge.id) && !gone(edge.source) && !gone(edge.target)),
  };
}

export function copy(blueprint: Blueprint, nodeIds: ReadonlySet<string>): Clip {
  return {
    nodes: blueprint.nodes.filter((node) => nodeIds.has(node.id)),
    edges: blueprint.edges.filter((edge) => nodeIds.has(edge.source) && nodeIds.has(edge.target)),
  };
}

/** Inserts copies under new ids, inner edges included, moved by `offset`. */
export function paste(
  blueprint: Blueprint,
  clip: Clip,
  offset: Position,
): { blueprint: Blueprint; ids: string[] } {
  const nodeIds = idsOf(blueprint.nodes);
  const edgeIds = idsOf(blueprint.edges);
  const renamed = new Map<string, string>();
  const nodes = clip.nodes.map((node) => {
    const id = freeId("node", nodeIds);
    nodeIds.add(id);
    renamed.set(node.id, id);
    const position = node.position && { x: node.position.x + offset.x, y: node.position.y + offset.y };
    return { ...structuredClone(node), id, ...(position ? { position } : {}) };
  });
  const edges = clip.edges.flatMap((edge) => {
    const source = renamed.get(edge.source);
    const target = renamed.get(edge.target);
    if (!source || !target) return [];
    const id = freeId("edge", edgeIds);
    edgeIds.add(id);
    return [{ ...structuredClone(edge), id, source, target }];
  });
  return {
    blueprint: { ...blueprint, nodes: [...blueprint.nodes, ...nodes], edges: [...blueprint.edges, ...edges] },
    ids: [...renamed.values()],
  };
}
