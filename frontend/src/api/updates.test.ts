import { describe, expect, it } from "vitest";
import type { Update } from "./types";
import { waitingAfter } from "./updates";

const changed = (thread_id: string, attention: boolean): Update => ({
  type: "thread.changed",
  cursor: 1,
  thread_id,
  kind: "council",
  run_status: attention ? "paused" : "running",
  name: "",
  topic: "",
  attention,
});

describe("what waits for a person (UI-8)", () => {
  it("is counted from the first message and kept by every change, oldest first", () => {
    const updates: Update[] = [
      { type: "attention", cursor: 1, threads: ["a", "b"] },
      changed("c", true),
      changed("a", false),
      changed("a", true),
      changed("b", true),
      { type: "thread.deleted", cursor: 1, thread_id: "c" },
      { type: "blueprint.changed", cursor: 1, blueprint_id: "x", deleted: false },
    ];
    expect(updates.reduce<readonly string[]>(waitingAfter, [])).toEqual(["b", "a"]);
  });

  it("stays the same object when nothing changes, so that nothing is drawn anew", () => {
    const waiting = ["a"];
    expect(waitingAfter(waiting, changed("a", true))).toBe(waiting);
    expect(waitingAfter(waiting, changed("z", false))).toBe(waiting);
  });
});
