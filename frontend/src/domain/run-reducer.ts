import type { RunEvent } from "@/api/schema-preview";
import { addPiece, complete, emptyMessage, type Message } from "./message-text";
import { EMPTY_RUN, type NodeState, nodeView, type RunView, type StepView } from "./run-view";

type Of<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;
type Handlers = { [T in RunEvent["type"]]: (view: RunView, event: Of<T>) => RunView };

const setNode = (view: RunView, id: string, state: NodeState, stepId?: string): RunView => {
  const old = nodeView(view, id);
  const isNew = stepId !== undefined && stepId !== old.stepId;
  const next = {
    state,
    stepId: stepId ?? old.stepId,
    runs: old.runs + (isNew && state === "running" ? 1 : 0),
  };
  return { ...view, nodes: { ...view.nodes, [id]: next } };
};

const setStep = (view: RunView, id: string, change: (step: StepView) => StepView): RunView => ({
  ...view,
  steps: view.steps.map((step) => (step.id === id ? change(step) : step)),
});

/** The newest step of a node; routes, drafts and feedback name the node only. */
const newestStep = (view: RunView, node: string): StepView | undefined =>
  view.steps.findLast((step) => step.node === node);

const setNewest = (view: RunView, node: string, change: (step: StepView) => StepView): RunView => {
  const step = newestStep(view, node);
  return step ? setStep(view, step.id, change) : view;
};

const setMessage = (
  view: RunView,
  event: { message_id: string; node: string; step_id: string },
  change: (message: Message) => Message,
): RunView => {
  const old = view.messages[event.message_id] ?? emptyMessage(event.message_id, event.node, event.step_id);
  const next = change(old);
  return next === old ? view : { ...view, messages: { ...view.messages, [event.message_id]: next } };
};

/** Nobody waits any more: paused nodes go back to waiting. */
const resumed = (view: RunView): RunView => ({
  ...view,
  pause: null,
  nodes: Object.fromEntries(
    Object.entries(view.nodes).map(([id, node]) => [
      id,
      node.state === "paused"
        ? { ...node, state: node.runs > 0 ? ("done" as const) : ("waiting" as const) }
        : node,
    ]),
  ),
});

function startStep(view: RunView, event: Of<"node.running">): RunView {
  const step: StepView = {
    id: event.step_id,
    node: event.node,
    name: event.name,
    round: event.round,
    model: event.model,
    status: "running",
    startedAt: event.at,
    endedAt: null,
    seconds: null,
    usage: null,
    calledModel: true,
    tools: [],
    draftId: null,
    route: null,
    feedback: [],
    error: null,
  };
  // A step that is executed again after a crash keeps its id: its first attempt is replaced.
  const known = view.steps.some((old) => old.id === step.id);
  const steps = known ? view.steps.map((old) => (old.id === step.id ? step : old)) : [...view.steps, step];
  return setNode({ ...view, steps, status: "running" }, event.node, "running", event.step_id);
}

function addDraft(view: RunView, event: Of<"draft">): RunView {
  const draft = {
    id: event.draft_id,
    node: event.node,
    name: event.name,
    round: event.round,
    text: event.text,
    by: event.by,
    author: event.author,
    at: event.at,
  };
  const known = view.drafts.some((old) => old.id === draft.id);
  const drafts = known
    ? view.drafts.map((old) => (old.id === draft.id ? draft : old))
    : [...view.drafts, draft];
  const next = { ...view, drafts };
  if (event.by === "person") return next;
  return setNewest(next, event.node, (step) => ({ ...step, draftId: draft.id }));
}

function takeRoute(view: RunView, event: Of<"route">): RunView {
  const { seq: _seq, run_id: _run, at: _at, type: _type, ...route } = event;
  const taken = { ...view.taken };
  for (const edge of route.edges) taken[edge] = (taken[edge] ?? 0) + 1;
  const next = { ...view, taken, routes: [...view.routes, route] };
  return setNewest(next, event.node, (step) => ({ ...step, route }));
}

function pause(view: RunView, event: Of<"run.paused">): RunView {
  const paused = {
    id: event.pause_id,
    reason: event.pause_reason,
    nextNodes: event.next_nodes,
    proposals: event.proposals,
    draft: event.current_draft,
    at: event.at,
  };
  const next: RunView = { ...view, status: "paused", pause: paused };
  return event.next_nodes.reduce((result, node) => setNode(result, node, "paused"), next);
}

function finish(view: RunView, event: Of<"run.done">): RunView {
  return {
    ...resumed(view),
    status: event.run_status,
    steps: view.steps.map((step) =>
      step.status === "running" ? { ...step, status: "stopped" as const, endedAt: event.at } : step,
    ),
    end: {
      status: event.run_status,
      draft: event.final_draft,
      score: event.critic_score,
      rounds: event.iteration_count,
      limitReached: event.loop_limit_reached,
      error: event.error,
      at: event.at,
    },
    nodes: Object.fromEntries(
      Object.entries(view.nodes).map(([id, node]) => [
        id,
        node.state === "running" || node.state === "paused"
          ? { ...node, state: node.runs > 1 ? ("done" as const) : ("waiting" as const) }
          : node,
      ]),
    ),
  };
}

const handlers: Handlers = {
  "run.started": (view, event) => ({
    ...resumed(view),
    status: "running",
    end: null,
    startedAt: view.startedAt ?? event.at,
  }),
  "node.running": startStep,
  "node.completed": (view, event) =>
    setStep(setNode(view, event.node, "done", event.step_id), event.step_id, (step) => ({
      ...step,
      status: "completed",
      endedAt: event.at,
      seconds: event.seconds,
      usage: event.usage,
      model: event.model || step.model,
      calledModel: event.called_model,
    })),
  "node.failed": (view, event) =>
    setStep(setNode(view, event.node, "failed", event.step_id), event.step_id, (step) => ({
      ...step,
      status: "failed",
      endedAt: event.at,
      error: event.error,
    })),
  "message.delta": (view, event) => setMessage(view, event, (old) => addPiece(old, event.offset, event.text)),
  "message.completed": (view, event) => setMessage(view, event, (old) => complete(old, event.text)),
  "message.discarded": (view, event) => {
    const { [event.message_id]: _, ...messages } = view.messages;
    return { ...view, messages };
  },
  "tool.started": (view, event) =>
    setStep(view, event.step_id, (step) => ({
      ...step,
      tools: [
        ...step.tools.filter((call) => call.id !== event.call_id),
        { id: event.call_id, tool: event.tool, arguments: event.arguments, result: null, error: false },
      ],
    })),
  "tool.completed": (view, event) =>
    setStep(view, event.step_id, (step) => ({
      ...step,
      tools: step.tools.map((call) =>
        call.id === event.call_id ? { ...call, result: event.result, error: event.error } : call,
      ),
    })),
  draft: addDraft,
  route: takeRoute,
  feedback: (view, event) =>
    setNewest(view, event.node, (step) => ({ ...step, feedback: [...step.feedback, event.text] })),
  "loop.limit": (view, event) => ({
    ...view,
    limitReached: [...new Set([...view.limitReached, ...event.edges])],
  }),
  notice: (view, event) => ({
    ...view,
    notices: [
      ...view.notices,
      { seq: event.seq ?? 0, code: event.code, message: event.message, node: event.node, at: event.at },
    ],
  }),
  "run.paused": pause,
  decision: (view, event) => ({
    ...(view.pause?.id === event.pause_id ? resumed(view) : view),
    decisions: [
      ...view.decisions,
      {
        pauseId: event.pause_id,
        action: event.action,
        node: event.node,
        by: event.decided_by,
        at: event.decided_at,
        reason: event.reason,
      },
    ],
  }),
  usage: (view, event) => ({ ...view, usage: event.total, usageByNode: event.by_node }),
  "run.changed": (view, event) => ({ ...view, godMode: event.god_mode }),
  "run.done": finish,
  snapshot: (view, event) => {
    const seen: RunView = {
      ...view,
      run: event.run,
      status: event.run_status,
      godMode: event.run.god_mode ?? view.godMode,
      startedAt: view.startedAt ?? event.run.started_at ?? event.run.created_at ?? null,
    };
    return event.partial.reduce(
      (result, part) => setMessage(result, part, (old) => addPiece(old, part.offset, part.text)),
      seen,
    );
  },
};

/**
 * Takes one event in. Durable events count once, whatever comes twice: replay after a reconnect
 * changes nothing that is already known (WS-4).
 */
export function reduceRun(view: RunView, event: RunEvent): RunView {
  const durable = event.type !== "snapshot" && event.type !== "message.delta" && event.seq !== null;
  if (durable && (event.seq as number) <= view.seq) return view;
  const handle = handlers[event.type] as ((view: RunView, event: RunEvent) => RunView) | undefined;
  // An event type newer than this page is passed over; its number still counts.
  const next = handle ? handle(view, event) : view;
  return durable ? { ...next, seq: event.seq as number } : next;
}

export function replay(events: readonly RunEvent[], from: RunView = EMPTY_RUN): RunView {
  return events.reduce(reduceRun, from);
}
