import { describe, expect, it } from "vitest";
import { diffWords } from "./diff";
import { diffLines } from "./diff-lines";

const linesOf = (before: string, after: string) =>
  diffLines(diffWords(before, after, "de").parts).map(({ kind, level, parts }) => [
    kind + (level || ""),
    parts.map((part) => ({ same: "", added: "+", removed: "-" })[part.kind] + part.text).join("|"),
  ]);

describe("a word diff by lines (UI-2)", () => {
  it("shows headings, items and paragraphs without their marks", () => {
    expect(
      linesOf("# Titel\n\nEin Satz.\n\n- eins\n", "# Titel\n\nEin langer Satz.\n\n- eins\n- zwei\n"),
    ).toEqual([
      ["heading1", "Titel"],
      ["text", "Ein |+langer |Satz."],
      ["item", "eins"],
      ["item", "+zwei"],
    ]);
  });

  it("keeps what was taken away, also where a heading took its place", () => {
    const found = linesOf("Alt\n", "## Neu\n");
    expect(found.flat().join(" ")).toContain("-Alt");
    expect(found.some(([kind, text]) => kind === "heading2" && text?.includes("+Neu"))).toBe(true);
  });
});
