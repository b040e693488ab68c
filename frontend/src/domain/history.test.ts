import { describe, expect, it } from "vitest";
import { begin, redo, seal, step, undo } from "./history";

describe("undo and redo", () => {
  it("goes back and forth over more than 50 steps", () => {
    let history = begin(0);
    for (let value = 1; value <= 60; value += 1) history = step(history, value);
    for (let back = 0; back < 60; back += 1) history = undo(history);
    expect(history.present).toBe(0);
    expect(undo(history)).toBe(history);
    for (let forth = 0; forth < 60; forth += 1) history = redo(history);
    expect(history.present).toBe(60);
    expect(redo(history)).toBe(history);
  });

  it("typing in one field is one step until it is sealed", () => {
    let history = begin("");
    for (const text of ["a", "ab", "abc"]) history = step(history, text, "name");
    history = step(seal(history), "abcd", "name");
    expect(history.past).toEqual(["", "abc"]);
    expect(undo(history).present).toBe("abc");
  });

  it("a new step forgets what could be redone", () => {
    const history = step(undo(step(begin(1), 2)), 3);
    expect(history.future).toEqual([]);
    expect(undo(history).present).toBe(1);
  });
});
