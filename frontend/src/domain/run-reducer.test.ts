import { describe, expect, it } from "vitest";
import type { RunEvent } from "@/api/schema-preview";
import { reduceRun, replay } from "./run-reducer";
import { documentOf, EMPTY_RUN, messageOf, nodeView, scoresOf } from "./run-view";

type Loose = { type: RunEvent["type"]; [field: string]: unknown };

/** Numbers the durable events as the server's log does. */
function log(...events: Loose[]): RunEvent[] {
  let seq = 0;
  return events.map((event) => {
    const live = event.type === "message.delta" || event.type === "snapshot";
    if (!live) seq += 1;
    return {
      run_id: "r",
      at: "2026-01-01T10:00:00Z",
      seq: live ? null : seq,
      ...event,
    } as unknown as RunEvent;
  });
}

const running = (node: string, step: string): Loose => ({
  type: "node.running",
  status: "running",
  node,
  name: node.toUpperCase(),
  step_id: step,
  round: 0,
  model: "m",
});
const completed = (node: string, step: string): Loose => ({
  type: "node.completed",
  status: "completed",
  node,
  name: node,
  step_id: step,
  round: 0,
  seconds: 2,
  usage: { input_tokens: 1, output_tokens: 2, cost_usd: null },
  model: "m",
  called_model: true,
});
const delta = (offset: number, text: string): Loose => ({
  type: "message.delta",
  node: "a",
  step_id: "s1",
  message_id: "m1",
  offset,
  text,
});
const route = (label: string, edges: string[], score: number | null = null): Loose => ({
  type: "route",
  node: "k",
  label,
  reason: "zu wenig Details",
  score,
  threshold: 8,
  edges,
  targets: ["a"],
  forced: false,
  rule: "",
  raw: "",
});
const draft = (id: string, text: string, by = "agent"): Loose => ({
  type: "draft",
  draft_id: id,
  node: "a",
  name: "A",
  round: 0,
  text,
  by,
  author: "",
});
const paused: Loose = {
  type: "run.paused",
  status: "paused",
  node: "a",
  pause_id: "p1",
  pause_reason: "approval",
  next_nodes: ["a"],
  proposals: [],
  current_draft: "x",
};
const decision: Loose = {
  type: "decision",
  pause_id: "p1",
  action: "approve",
  node: "",
  decided_by: "tab",
  decided_at: "2026-01-01T10:01:00Z",
  reason: "",
};
const done = (status: string): Loose => ({
  type: "run.done",
  status: "done",
  run_status: status,
  final_draft: "Fertig",
  critic_score: 9,
  iteration_count: 1,
  loop_limit_reached: false,
  error: null,
});
const started: Loose = { type: "run.started", segment_id: "g", kind: "start", attempt: 1 };
const text = (view = EMPTY_RUN) => view.messages.m1?.text;

describe("streamed text (WS-4)", () => {
  it("joins pieces by offset, drops repeats and waits for holes", () => {
    const events = log(
      started,
      running("a", "s1"),
      delta(0, "Guten "),
      delta(0, "Guten "),
      delta(10, "!"),
      delta(3, "en Tag,"),
    );
    const view = replay(events);
    expect(text(view)).toBe("Guten Tag,!");
  });

  it("counts characters as the server does: emoji and 漢字 are one each", () => {
    const view = replay(
      log(started, running("a", "s1"), delta(0, "🔥漢"), delta(2, "字👍"), delta(1, "漢字👍!")),
    );
    expect(text(view)).toBe("🔥漢字👍!");
  });

  it("the completed text replaces everything and late pieces change nothing", () => {
    const whole: Loose = {
      type: "message.completed",
      node: "a",
      step_id: "s1",
      message_id: "m1",
      text: "Ganz",
    };
    const view = replay(log(started, running("a", "s1"), delta(0, "Ga"), whole, delta(2, "XX")));
    expect(text(view)).toBe("Ganz");
    expect(messageOf(view, "s1")?.complete).toBe(true);
  });

  it("a discarded message is gone", () => {
    const void_: Loose = {
      type: "message.discarded",
      node: "a",
      step_id: "s1",
      message_id: "m1",
      reason: "retry",
    };
    expect(text(replay(log(started, running("a", "s1"), delta(0, "Ga"), void_)))).toBeUndefined();
  });

  it("a cut in mid-stream: snapshot with the partial text gives the same as an uncut stream", () => {
    const events = log(started, running("a", "s1"), delta(0, "eins "), delta(5, "zwei "), delta(10, "drei"));
    const cut = replay(events.slice(0, 3));
    const snapshot = {
      type: "snapshot",
      seq: 2,
      run_id: "r",
      at: null,
      run_status: "running",
      run: {},
      partial: [{ node: "a", step_id: "s1", message_id: "m1", offset: 0, text: "eins zwei " }],
    } as unknown as RunEvent;
    const last = events[4] as RunEvent;
    expect(text(replay([snapshot, last], cut))).toBe(text(replay(events)));
  });
});

describe("run view", () => {
  const story = log(
    started,
    running("a", "s1"),
    draft("d1", "Entwurf 1"),
    completed("a", "s1"),
    running("k", "s2"),
    route("rework", ["e2"], 6),
    { type: "feedback", node: "k", text: "mehr", by: "agent" },
    completed("k", "s2"),
    paused,
    decision,
    { type: "run.started", segment_id: "g2", kind: "decision", attempt: 1 },
    running("a", "s3"),
  );

  it("UI-2: the working node runs, finished ones are done", () => {
    const view = replay(story);
    expect(nodeView(view, "a")).toEqual({ state: "running", stepId: "s3", runs: 2 });
    expect(nodeView(view, "k").state).toBe("done");
    expect(nodeView(view, "l").state).toBe("waiting");
    expect(view.steps.map((step) => [step.node, step.status])).toEqual([
      ["a", "completed"],
      ["k", "completed"],
      ["a", "running"],
    ]);
    expect(view.steps[0]?.draftId).toBe("d1");
    expect(view.steps[1]?.route?.label).toBe("rework");
    expect(view.steps[1]?.feedback).toEqual(["mehr"]);
    expect(view.taken).toEqual({ e2: 1 });
    expect(scoresOf(view)).toEqual([{ score: 6, threshold: 8, node: "k" }]);
  });

  it("GM-6: a pause marks the next node and ends with its decision", () => {
    const waiting = replay(story.slice(0, 9));
    expect([waiting.status, waiting.pause?.id, nodeView(waiting, "a").state]).toEqual([
      "paused",
      "p1",
      "paused",
    ]);
    const decided = replay(story.slice(0, 10));
    expect([decided.pause, nodeView(decided, "a").state]).toEqual([null, "done"]);
    expect(decided.decisions[0]?.by).toBe("tab");
  });

  it("WS-4: replay of anything already seen changes nothing", () => {
    const view = replay(story);
    for (const event of story) expect(reduceRun(view, event)).toBe(view);
    expect(replay([...story.slice(0, 7), ...story.slice(3)])).toEqual(view);
  });

  it("WS-4: every cut point gives the same picture after the replay of what follows", () => {
    const whole = replay(story);
    story.forEach((_, at) => {
      const first = replay(story.slice(0, at));
      expect(
        replay(
          story.filter((event) => (event.seq ?? 0) > first.seq),
          first,
        ),
      ).toEqual(whole);
    });
  });

  it("a step that is executed again after a crash stands once", () => {
    const view = replay(log(started, running("a", "s1"), started, running("a", "s1"), completed("a", "s1")));
    expect(view.steps).toHaveLength(1);
    expect(nodeView(view, "a").runs).toBe(1);
  });

  it("an end stops everything; continue starts again", () => {
    const ended = replay([...log(started, running("a", "s1"), done("cancelled"))]);
    expect(ended.steps.map((step) => step.status)).toEqual(["stopped"]);
    expect([ended.status, nodeView(ended, "a").state, ended.end?.status]).toEqual([
      "cancelled",
      "waiting",
      "cancelled",
    ]);
    const again = reduceRun(ended, { ...log(started)[0], seq: 4 } as RunEvent);
    expect([again.status, again.end]).toEqual(["running", null]);
  });

  it("the document is what a writer writes, else the newest draft, else the result", () => {
    const writes = (node: string) => node === "a";
    const second: Loose = { ...delta(0, "Entwurf 2"), step_id: "s3", message_id: "m3" };
    const [streaming] = log(second);
    const view = replay([...story, streaming as RunEvent]);
    expect(documentOf(view, writes)).toMatchObject({ text: "Entwurf 2", writing: { id: "s3" } });
    expect(documentOf(replay(story.slice(0, 9)), writes).text).toBe("Entwurf 1");
    expect(documentOf(replay(log(started, done("completed"))), writes).text).toBe("Fertig");
  });

  it("an event type newer than this page is passed over", () => {
    const [unknown] = log({ type: "something.new" as RunEvent["type"] });
    expect(reduceRun(EMPTY_RUN, unknown as RunEvent)).toEqual({ ...EMPTY_RUN, seq: 1 });
  });
});
