import { describe, expect, it } from "vitest";
import { CITATION, cited, passageAddress } from "./citations";

describe("citations", () => {
  it("TL-3: file and page are read from a citation, whatever the file's name", () => {
    const text = "So ist es [Bericht 2024, Teil_2 (neu).pdf, p. 12] und [a.pdf, p. 3]; [1] und [x](y) nicht.";
    expect([...text.matchAll(CITATION)].map(([, file, page]) => [file, page])).toEqual([
      ["Bericht 2024, Teil_2 (neu).pdf", "12"],
      ["a.pdf", "3"],
    ]);
  });

  it("TL-3: a passage opens on its page; a document that is unknown opens nothing", () => {
    const sources = new Map([["a.pdf", "d-1"]]);
    expect(passageAddress(sources, "a.pdf", "3")).toBe("/api/documents/d-1/file#page=3");
    expect(passageAddress(sources, "b.pdf", "3")).toBeNull();
  });

  it("TL-3: what a result rests on counts each passage once, by file", () => {
    const text = "A [a.pdf, p. 3], B [b.pdf, p. 3], wieder [a.pdf, p. 3] und [a.pdf, p. 4].";
    expect(cited(text)).toEqual({ passages: 3, files: ["a.pdf", "b.pdf"] });
    expect(cited("Nichts [1].")).toEqual({ passages: 0, files: [] });
  });
});
