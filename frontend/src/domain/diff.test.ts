import { describe, expect, it } from "vitest";
import { countWords, diffWords } from "./diff";

const PAIRS = [
  ["Der Entwurf ist zu kurz.", "Der zweite Entwurf ist lang genug.", "de"],
  ["", "Alles neu", "de"],
  ["Zeile 1\n\n- Punkt\n", "Zeile 1\n\n- Punkt\n- Zweiter\n", "de"],
  ["热泵适合老房子吗？", "热泵非常适合老房子。", "zh"],
  ["same", "same", "en"],
] as const;

describe("word diff", () => {
  it.each(PAIRS)("gives back both texts exactly: %j → %j", (before, after, language) => {
    const { parts } = diffWords(before, after, language);
    const join = (kinds: string[]) =>
      parts
        .filter((part) => kinds.includes(part.kind))
        .map((part) => part.text)
        .join("");
    expect(join(["same", "removed"])).toBe(before);
    expect(join(["same", "added"])).toBe(after);
  });

  it("counts changed words from the text shown", () => {
    const diff = diffWords("eins zwei drei", "eins vier fünf drei", "de");
    expect([diff.added, diff.removed]).toEqual([2, 1]);
  });

  it("counts words in Chinese without spaces", () => {
    expect(countWords("热泵适合老房子", "zh")).toBeGreaterThan(2);
    expect(countWords("  ", "de")).toBe(0);
  });
});
