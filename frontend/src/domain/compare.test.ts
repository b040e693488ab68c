import { describe, expect, it } from "vitest";
import { compareResults, sectionsOf } from "./compare";

const A = "Intro A\n\n## Kosten\n\nDrei Euro\n\n## Ende\n\nGleich";
const B = "Intro B\n\n## Ende\n\nGleich\n\n## Quellen\n\nZwei\n\n## kosten\n\nVier Euro";

describe("comparing results", () => {
  it("cuts a text at its headings, not in code", () => {
    expect(sectionsOf("a\n# T\n```\n# no heading\n```\n")).toEqual([
      { title: "", text: "a" },
      { title: "T", text: "```\n# no heading\n```" },
    ]);
    expect(sectionsOf("")).toEqual([]);
  });

  it("puts the same topic side by side and says what is missing", () => {
    const compared = compareResults(A, B, "de");
    expect(compared.map((section) => [section.title, section.state])).toEqual([
      ["", "different"],
      ["Kosten", "different"],
      ["Ende", "same"],
      ["Quellen", "onlyB"],
    ]);
    const kosten = compared[1];
    expect(kosten?.a?.map((part) => part.text).join("")).toBe("Drei Euro");
    expect(kosten?.b?.map((part) => part.text).join("")).toBe("Vier Euro");
    expect(compareResults(B, "", "de").every((section) => section.state === "onlyA")).toBe(true);
  });
});
