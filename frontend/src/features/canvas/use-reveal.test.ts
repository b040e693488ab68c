import { describe, expect, it } from "vitest";
import { shiftInto } from "./use-reveal";

describe("showing what was just drawn (UI-4)", () => {
  it.each([
    [100, 200, 0],
    [-40, 60, 56],
    [900, 1100, -116],
    [-100, 2000, 116],
    [600, 1900, -584],
  ])("from %i to %i moves by %i in 1,000", (from, to, moved) => {
    expect(shiftInto(from, to, 1_000)).toBe(moved);
  });
});
