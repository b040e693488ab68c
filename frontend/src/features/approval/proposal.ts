import type { Proposal, RouteInfo } from "@/api/types";
import type { EdgeKind } from "@/domain/blueprint";
import { edgeKind } from "@/domain/blueprint";
import type { RunFacts } from "@/domain/run-facts";
import { type DraftView, type PauseView, previousDraft, type RunView } from "@/domain/run-view";

/** What a person needs to see of one waiting agent. */
export type ProposalView = {
  itemId: string;
  node: string;
  /** The agent that has just finished and proposes this one; null at a start. */
  from: string | null;
  kind: EdgeKind;
  label: string;
  reason: string;
  score: number | null;
  threshold: number | null;
  /** The round that begins when this is approved; 0 when none does. */
  round: number;
};

function edgeBetween(
  facts: RunFacts,
  from: string | null,
  route: Partial<RouteInfo> | undefined,
  to: string,
) {
  const named = facts.blueprint.edges.find((edge) => edge.target === to && route?.edges?.includes(edge.id));
  return named ?? facts.blueprint.edges.find((edge) => edge.source === from && edge.target === to);
}

function viewOf(proposal: Proposal, view: RunView, facts: RunFacts): ProposalView {
  const from =
    proposal.proposers[0] ?? view.steps.findLast((step) => step.status === "completed")?.node ?? null;
  const own = view.routes.findLast((route) => route.node === from);
  const route: Partial<RouteInfo> | undefined = proposal.routes[0] ?? own;
  const edge = edgeBetween(facts, from, route, proposal.node);
  const kind = edge ? edgeKind(edge) : "linear";
  const isBack = edge !== undefined && facts.back.has(edge.id);
  return {
    itemId: proposal.item_id,
    node: proposal.node,
    from,
    kind,
    label: edge?.condition ?? "",
    reason: route?.reason ?? "",
    score: route?.score ?? null,
    threshold: route?.threshold ?? own?.threshold ?? (from ? facts.thresholdOf(from) : null),
    round: isBack && edge ? (view.taken[edge.id] ?? 1) : 0,
  };
}

/** One view per waiting agent, also for servers that name only the next nodes. */
export function proposalsOf(pause: PauseView, view: RunView, facts: RunFacts): ProposalView[] {
  const proposals: Proposal[] =
    pause.proposals.length > 0
      ? pause.proposals
      : pause.nextNodes.map((node) => ({ item_id: node, node, name: "", proposers: [], routes: [] }));
  return proposals.map((proposal) => viewOf(proposal, view, facts));
}

export type DraftUnderDecision = {
  text: string;
  /** A person wrote it: their words look different for good. */
  human: boolean;
  number: number;
  before: DraftView | null;
  beforeNumber: number;
};

/** The draft under decision and the one before it, to show what changed. */
export function draftsUnderDecision(pause: PauseView, view: RunView): DraftUnderDecision {
  const at = view.drafts.findLastIndex((draft) => draft.text === pause.draft);
  const number = at >= 0 ? at + 1 : view.drafts.length;
  const before = previousDraft(view.drafts, number - 1);
  return {
    text: pause.draft,
    human: view.drafts[at]?.by === "person",
    number,
    before,
    beforeNumber: before ? view.drafts.indexOf(before) + 1 : 0,
  };
}
