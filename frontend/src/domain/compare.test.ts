import { describe, expect, it } from "vitest";
import { compareResults, humanRanges, plainText, sectionsOf } from "./compare";

const plain = (text: string) => ({ text, human: [] });
const join = (pieces: { text: string }[]) => pieces.map((piece) => piece.text).join("");
const marked = (pieces: { text: string; differs: boolean }[]) =>
  pieces.filter((piece) => piece.differs).map((piece) => piece.text.trim());

const A =
  "Vorweg drei Tage.\n\n## Kosten\n\n60 Euro je Meter.\n\n## Nur hier\n\nText.\n\n## Schluss\n\nGleich.\n";
const B =
  "Vorweg zwei Tage.\n\n## Anderes\n\nMehr.\n\n## kosten\n\n90 Euro je Meter.\n\n## Schluss\n\nGleich.\n";

describe("two results side by side (UI-2)", () => {
  it("puts the same headings side by side and keeps every section once", () => {
    const rows = compareResults(plain(A), plain(B), "de");
    expect(rows.map((row) => [row.title, row.state, row.differences])).toEqual([
      ["", "different", 1],
      ["Anderes", "onlyB", 1],
      ["Kosten", "different", 1],
      ["Nur hier", "onlyA", 1],
      ["Schluss", "same", 0],
    ]);
    expect(marked(rows[2]?.a ?? [])).toEqual(["60"]);
    expect(marked(rows[2]?.b ?? [])).toEqual(["90"]);
    expect(rows[1]?.a).toEqual([]);
  });

  it("gives back both texts whole", () => {
    const rows = compareResults(plain(A), plain(B), "de");
    const body = (text: string) =>
      sectionsOf(text)
        .map((section) => section.text)
        .join("");
    expect(rows.map((row) => join(row.a)).join("")).toBe(body(A));
    expect(rows.map((row) => join(row.b)).join("")).toBe(body(B));
  });

  it("compares what a reader sees, not the marks of Markdown", () => {
    expect(
      plainText("**vier** Zahlen, *kursiv*, `code`, [Quelle](https://a.b/c), 2 * 3 * 4, snake_case_name"),
    ).toBe("vier Zahlen, kursiv, code, Quelle, 2 * 3 * 4, snake_case_name");
    expect(plainText("* Punkt eins\n* Punkt zwei\n## Titel\n")).toBe(
      "* Punkt eins\n* Punkt zwei\n## Titel\n",
    );
  });

  it("takes no heading from a code block", () => {
    expect(sectionsOf("```\n# no heading\n```\n# Yes\ntext").map((section) => section.title)).toEqual([
      "",
      "Yes",
    ]);
  });

  it("keeps a person's words marked through later drafts", () => {
    const drafts = [
      { text: "Der Boden ist alt.", by: "agent" as const },
      { text: "Der Boden ist alt. Selbst gefragt.", by: "person" as const },
      { text: "Vorweg: Der Boden ist alt. Selbst gefragt.", by: "agent" as const },
    ];
    const final = "Vorweg: Der Boden ist sehr alt. Selbst gefragt. Ende.";
    const words = humanRanges(drafts, final, "de").map(([start, end]) => final.slice(start, end).trim());
    expect(words.join(" ")).toContain("Selbst gefragt");
    expect(words.join(" ")).not.toContain("Boden");
    expect(words.join(" ")).not.toContain("Ende");
    const [row] = compareResults({ text: final, human: humanRanges(drafts, final, "de") }, plain("X"), "de");
    expect(join(row?.a ?? [])).toBe(final);
    expect(join((row?.a ?? []).filter((piece) => piece.human))).toContain("Selbst gefragt");
  });
});
