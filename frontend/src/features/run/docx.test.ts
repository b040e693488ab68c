import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { docxOf } from "./docx";

async function partsOf(markdown: string): Promise<{ body: string; links: string; numbers: string }> {
  const blob = await docxOf(markdown, "Bericht");
  const parts = unzipSync(new Uint8Array(await blob.arrayBuffer()));
  const text = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
  return {
    body: text("word/document.xml"),
    links: text("word/_rels/document.xml.rels"),
    numbers: text("word/numbering.xml"),
  };
}

const textOf = (xml: string) => [...xml.matchAll(/<w:t(?: [^>]*)?>([^<]*)<\/w:t>/g)].map(([, text]) => text);

describe("a result as a Word document (UI-2)", () => {
  it("keeps every letter of every language and leaves out what XML cannot hold", async () => {
    const { body } = await partsOf("ÄÖÜß 漢字 🙂 “x” {y} a\u0001b & <c> 1 < 2");
    expect(textOf(body).join("")).toBe("ÄÖÜß 漢字 🙂 “x” {y} ab &amp; &lt;c&gt; 1 &lt; 2");
  });

  it("carries headings, marks, links, quotes and code over", async () => {
    const { body, links } = await partsOf(
      "# Titel\n\n## Teil\n\n**fett** *schräg* ~~weg~~ `code` [Quelle](https://example.org/a?b=1&c=2)\n\n> Zitat\n\n```\na\nb\n```\n\n---\n",
    );
    for (const mark of ["Heading1", "Heading2", "<w:b/>", "<w:i/>", "<w:strike/>", "Consolas", "w:ind"])
      expect(body, mark).toContain(mark);
    expect(links).toContain("https://example.org/a?b=1&amp;c=2");
    expect(textOf(body)).toEqual(
      expect.arrayContaining(["Titel", "Teil", "fett", "Quelle", "Zitat", "a", "b"]),
    );
  });

  it("numbers every ordered list from one, nests, and ticks tasks", async () => {
    const { body } = await partsOf(
      "1. eins\n2. zwei\n   - darin\n\nText\n\n1. neu\n\n- [x] getan\n- [ ] offen\n",
    );
    const numbers = [...body.matchAll(/<w:numId w:val="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set([numbers[0], numbers[1]]).size).toBe(1);
    expect(numbers[3]).not.toBe(numbers[0]);
    expect(body).toContain('<w:ilvl w:val="1"/>');
    expect(textOf(body).join("")).toContain("☑ getan☐ offen");
  });

  it("draws tables with their head", async () => {
    const { body } = await partsOf("| Teil | Preis |\n|---|---|\n| Dach | 800 |\n| Keller | |\n");
    expect(body.match(/<w:tr>|<w:tr /g)).toHaveLength(3);
    expect(body).toContain("<w:tblHeader/>");
    expect(textOf(body)).toEqual(["Teil", "Preis", "Dach", "800", "Keller"]);
  });
});
