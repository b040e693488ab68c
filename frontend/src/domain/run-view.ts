import type {
  ErrorInfo,
  Json,
  PauseReason,
  Proposal,
  RouteInfo,
  RunDetail,
  RunStatus,
  Usage,
} from "@/api/schema-preview";
import type { Message } from "./message-text";

export type NodeState = "waiting" | "running" | "done" | "paused" | "failed";

export type NodeView = {
  state: NodeState;
  /** The newest step of this node. */
  stepId: string | null;
  /** How often it ran. */
  runs: number;
};

export type ToolCall = { id: string; tool: string; arguments: Json; result: string | null; error: boolean };

export type StepView = {
  id: string;
  node: string;
  name: string;
  round: number;
  model: string;
  status: "running" | "completed" | "failed" | "stopped";
  startedAt: string | null;
  endedAt: string | null;
  seconds: number | null;
  usage: Usage | null;
  calledModel: boolean;
  tools: ToolCall[];
  draftId: string | null;
  route: RouteInfo | null;
  feedback: string[];
  error: ErrorInfo | null;
};

export type DraftView = {
  id: string;
  node: string;
  name: string;
  round: number;
  text: string;
  by: "agent" | "person";
  author: string;
  at: string | null;
};

export type PauseView = {
  id: string;
  reason: PauseReason;
  nextNodes: string[];
  proposals: Proposal[];
  draft: string;
  at: string | null;
};

export type DecisionView = {
  pauseId: string;
  action: string;
  node: string;
  by: string;
  at: string;
  reason: string;
};

export type NoticeView = {
  seq: number;
  code: string;
  message: string;
  node: string | null;
  at: string | null;
};

export type EndView = {
  status: "completed" | "failed" | "cancelled";
  draft: string | null;
  score: number | null;
  rounds: number;
  limitReached: boolean;
  error: ErrorInfo | null;
  at: string | null;
};

/** Everything a page shows of one run, made of its events alone. */
export type RunView = {
  /** The newest event taken in; reconnects ask for what follows. */
  seq: number;
  status: RunStatus;
  godMode: boolean;
  run: RunDetail | null;
  startedAt: string | null;
  nodes: Record<string, NodeView>;
  steps: StepView[];
  messages: Record<string, Message>;
  drafts: DraftView[];
  routes: RouteInfo[];
  /** How often each edge was taken. */
  taken: Record<string, number>;
  usage: Usage;
  usageByNode: Record<string, Usage>;
  pause: PauseView | null;
  decisions: DecisionView[];
  notices: NoticeView[];
  limitReached: string[];
  end: EndView | null;
};

export const NO_USAGE: Usage = { input_tokens: 0, output_tokens: 0, cost_usd: null };

export const EMPTY_RUN: RunView = {
  seq: 0,
  status: "pending",
  godMode: false,
  run: null,
  startedAt: null,
  nodes: {},
  steps: [],
  messages: {},
  drafts: [],
  routes: [],
  taken: {},
  usage: NO_USAGE,
  usageByNode: {},
  pause: null,
  decisions: [],
  notices: [],
  limitReached: [],
  end: null,
};

export function nodeView(view: RunView, id: string): NodeView {
  return view.nodes[id] ?? { state: "waiting", stepId: null, runs: 0 };
}

/** The newest message of a step: what the agent is writing or wrote. */
export function messageOf(view: RunView, stepId: string | null): Message | null {
  let newest: Message | null = null;
  for (const message of Object.values(view.messages)) if (message.stepId === stepId) newest = message;
  return newest;
}

export type LiveDocument = { text: string; draft: DraftView | null; writing: StepView | null };

/** The document now: what a writer is writing, else the newest draft. `writers` says whose answers are drafts. */
export function documentOf(view: RunView, writers: (node: string) => boolean): LiveDocument {
  const draft = view.drafts.at(-1) ?? null;
  const writing = view.steps.findLast((step) => step.status === "running" && writers(step.node));
  const message = writing && !writing.draftId ? messageOf(view, writing.id) : null;
  if (writing && message?.text) return { text: message.text, draft, writing };
  return { text: view.end?.draft ?? draft?.text ?? "", draft, writing: null };
}

/** Scores in the order they were given, each with the draft it judged. */
export function scoresOf(view: RunView): { score: number; threshold: number | null; node: string }[] {
  return view.routes.flatMap((route) =>
    route.score === null || route.score === undefined || route.rule === "limit"
      ? []
      : [{ score: route.score, threshold: route.threshold ?? null, node: route.node }],
  );
}

/** The draft that the one at `index` goes on from: the newest earlier one of the same agent. */
export function previousDraft(drafts: readonly DraftView[], index: number): DraftView | null {
  const draft = drafts[index];
  return drafts.slice(0, Math.max(0, index)).findLast((earlier) => earlier.node === draft?.node) ?? null;
}
