"use client";

import { CouncilPanel, SelectionPanel } from "./council-panel";
import { blueprintOf, useDraft } from "./draft-store";
import { EdgePanel } from "./edge-panel";
import { NodePanel } from "./node-panel";

/** The right panel for whatever is chosen. */
export function Panel() {
  const blueprint = useDraft(blueprintOf);
  const selection = useDraft((state) => state.selection);
  const count = selection.nodes.size + selection.edges.size;
  if (count > 1) return <SelectionPanel count={count} />;
  const agent = blueprint.nodes.find((node) => selection.nodes.has(node.id));
  if (agent) return <NodePanel key={agent.id} blueprint={blueprint} agent={agent} />;
  const edge = blueprint.edges.find((known) => selection.edges.has(known.id));
  if (edge) return <EdgePanel key={edge.id} blueprint={blueprint} edge={edge} />;
  return <CouncilPanel blueprint={blueprint} />;
}
