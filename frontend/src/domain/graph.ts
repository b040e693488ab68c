import type { Blueprint, Edge } from "./blueprint";

/** The node a run starts with (BP-9): the first that no edge points to, else the first. */
export function entryOf(blueprint: Blueprint): string | undefined {
  const targets = new Set(blueprint.edges.map((edge) => edge.target));
  return (blueprint.nodes.find((node) => !targets.has(node.id)) ?? blueprint.nodes[0])?.id;
}

export function outgoing(blueprint: Blueprint): Map<string, Edge[]> {
  const result = new Map<string, Edge[]>(blueprint.nodes.map((node) => [node.id, []]));
  for (const edge of blueprint.edges) result.get(edge.source)?.push(edge);
  return result;
}

/** Node ids in breadth-first order from the entry; what it can't reach follows in its own order. */
export function breadthFirst(blueprint: Blueprint): string[] {
  const out = outgoing(blueprint);
  const seen = new Set<string>();
  const entry = entryOf(blueprint);
  const roots = [...(entry ? [entry] : []), ...blueprint.nodes.map((node) => node.id)];
  for (const root of roots) {
    if (seen.has(root)) continue;
    seen.add(root);
    const queue = [root];
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      for (const edge of out.get(id) ?? []) {
        if (seen.has(edge.target) || !out.has(edge.target)) continue;
        seen.add(edge.target);
        queue.push(edge.target);
      }
    }
  }
  return [...seen];
}

/** Edges that lead back to a node on their own path from the entry: the loops (BP-2). */
export function backEdges(blueprint: Blueprint): Set<string> {
  const out = outgoing(blueprint);
  const back = new Set<string>();
  const state = new Map<string, "open" | "done">();
  for (const root of breadthFirst(blueprint)) {
    if (state.has(root)) continue;
    state.set(root, "open");
    const stack = [{ id: root, next: 0 }];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const edge = out.get(top.id)?.[top.next];
      top.next += 1;
      if (!edge) {
        state.set(top.id, "done");
        stack.pop();
      } else if (state.get(edge.target) === "open") {
        back.add(edge.id);
      } else if (out.has(edge.target) && !state.has(edge.target)) {
        state.set(edge.target, "open");
        stack.push({ id: edge.target, next: 0 });
      }
    }
  }
  return back;
}

/** True when a path of edges leads from one node to the other. */
export function reaches(blueprint: Blueprint, from: string, to: string): boolean {
  const out = outgoing(blueprint);
  const seen = new Set([from]);
  const queue = [from];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (id === to) return true;
    for (const edge of out.get(id) ?? []) {
      if (seen.has(edge.target)) continue;
      seen.add(edge.target);
      queue.push(edge.target);
    }
  }
  return false;
}
