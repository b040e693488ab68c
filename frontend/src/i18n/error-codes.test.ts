import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import de from "./messages/de.json";

const reference = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../docs/reference/${name}`, import.meta.url)), "utf8");

/** The rows of the reference's table: code and further members. */
const ROWS = [...reference("errors.md").matchAll(/^\| `(\w+)` \| \d{3} \|[^|]*\|([^|]*)\|$/gm)];

describe("errors of the server (UI-7)", () => {
  it("all have words in the catalogues, and the catalogues know no others", () => {
    const { noted: _, ...words } = de.errors;
    expect(ROWS.length).toBeGreaterThan(15);
    expect(Object.keys(words).sort()).toEqual(ROWS.map(([, code]) => code).sort());
  });

  it("every reason why a document cannot be read has its words", () => {
    const reasons = ROWS.find(([, code]) => code === "unreadable_document")?.[2] ?? "";
    const names = [...reasons.matchAll(/`(\w+)`/g)]
      .map(([, name]) => name)
      .filter((name) => name !== "reason");
    expect(Object.keys(de.run.unreadable).sort()).toEqual(names.sort());
  });

  it("every problem of a council has its words (BP-11)", () => {
    const codes = [...reference("blueprint-problems.md").matchAll(/^\| `(\w+)` \| (?:error|warning) \|/gm)];
    expect(codes.length).toBeGreaterThan(40);
    expect(Object.keys(de.problems).sort()).toEqual(codes.map(([, code]) => code).sort());
  });
});
