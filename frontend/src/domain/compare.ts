import { type DiffPart, diffWords } from "./diff";

/** A part of a document under one heading; the text before the first heading has none. */
export type Section = { title: string; text: string };

/** A piece of a section: `differs` when the other result says it otherwise, `human` when a person wrote it. */
export type Piece = { id: number; text: string; differs: boolean; human: boolean };

export type Compared = {
  id: number;
  title: string;
  state: "same" | "different" | "onlyA" | "onlyB";
  differences: number;
  a: Piece[];
  b: Piece[];
};

type Range = readonly [start: number, end: number];

/** What a reader sees of a line of Markdown: links by their words, no marks for bold, italics and code. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, "$1")
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, "$2")
    .replace(/(?<![\w*])([*_])(?=\S)([^*_\n]+?)(?<=\S)\1(?![\w*])/g, "$2")
    .replace(/`([^`\n]+)`/g, "$1");
}

const HEADING = /^#{1,6}\s+(.+?)\s*#*\s*$/;

export function sectionsOf(text: string): (Section & { start: number })[] {
  const found: (Section & { start: number })[] = [];
  let current = { title: "", text: "", start: 0 };
  let at = 0;
  let fenced = false;
  for (const line of text.split(/(?<=\n)/)) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const heading = fenced ? null : HEADING.exec(line.trimEnd());
    if (heading) {
      found.push(current);
      current = { title: heading[1] ?? "", text: "", start: at + line.length };
    } else current.text += line;
    at += line.length;
  }
  found.push(current);
  return found.filter((section) => section.title !== "" || section.text.trim() !== "");
}

const keyOf = (title: string) =>
  title
    .normalize("NFKC")
    .toLocaleLowerCase()
    .replace(/[\s*_`]+/g, " ")
    .trim();

/** Which characters of the result a person wrote: what their edits added and no agent wrote over since. */
export function humanRanges(
  drafts: readonly { text: string; by: "agent" | "person" }[],
  final: string,
  language: string,
): Range[] {
  let ranges: Range[] = [];
  let before = "";
  for (const draft of [...drafts, { text: final, by: "agent" as const }]) {
    if (draft.text === before) continue;
    ranges = carried(diffWords(before, draft.text, language).parts, ranges, draft.by === "person");
    before = draft.text;
  }
  return ranges;
}

/** Moves ranges of the old text to where their words stand in the new one. */
function carried(parts: readonly DiffPart[], old: readonly Range[], byPerson: boolean): Range[] {
  const moved: Range[] = [];
  let from = 0;
  let to = 0;
  for (const { kind, text } of parts) {
    if (kind === "added" && byPerson) moved.push([to, to + text.length]);
    if (kind === "same") {
      for (const [start, end] of old) {
        const first = Math.max(start, from);
        const last = Math.min(end, from + text.length);
        if (first < last) moved.push([first - from + to, last - from + to]);
      }
    }
    if (kind !== "added") from += text.length;
    if (kind !== "removed") to += text.length;
  }
  return moved;
}

/** Cuts one side of a diff into pieces, also where a person's words begin and end. */
function piecesOf(
  parts: readonly DiffPart[],
  side: "removed" | "added",
  start: number,
  human: readonly Range[],
) {
  const pieces: Piece[] = [];
  let at = start;
  for (const { kind, text } of parts) {
    if (kind !== "same" && kind !== side) continue;
    const end = at + text.length;
    const cuts = new Set([at, end]);
    for (const range of human) for (const cut of range) if (cut > at && cut < end) cuts.add(cut);
    const points = [...cuts].sort((one, other) => one - other);
    for (const [i, point] of points.slice(0, -1).entries()) {
      const next = points[i + 1] ?? end;
      pieces.push({
        id: point,
        text: text.slice(point - at, next - at),
        differs: kind === side,
        human: human.some(([first, last]) => first <= point && next <= last),
      });
    }
    at = end;
  }
  return pieces;
}

/** Runs of changed words, as a reader counts them: replaced words are one difference. */
function countDifferences(parts: readonly DiffPart[]): number {
  let count = 0;
  let inside = false;
  for (const part of parts) {
    const changed = part.kind !== "same";
    if (changed && !inside && part.text.trim() !== "") count += 1;
    inside = changed || (inside && part.text.trim() === "");
  }
  return count;
}

type Result = { text: string; human: readonly Range[] };

/** Two results, section by section: the same headings stand side by side, others where they come. */
export function compareResults(a: Result, b: Result, language: string): Compared[] {
  const left = sectionsOf(a.text);
  const right = sectionsOf(b.text);
  const rows: Compared[] = [];
  let next = 0;
  const only = (section: Section & { start: number }, side: "a" | "b") => {
    const kind = side === "a" ? ("removed" as const) : ("added" as const);
    const parts: DiffPart[] = [{ kind, text: section.text }];
    const pieces = piecesOf(parts, kind, section.start, side === "a" ? a.human : b.human);
    const state = side === "a" ? ("onlyA" as const) : ("onlyB" as const);
    rows.push({ id: rows.length, title: section.title, state, differences: 1, a: [], b: [], [side]: pieces });
  };
  for (const section of left) {
    const match = right.findIndex((other, i) => i >= next && keyOf(other.title) === keyOf(section.title));
    if (match < 0) {
      only(section, "a");
      continue;
    }
    for (const skipped of right.slice(next, match)) only(skipped, "b");
    const partner = right[match] as Section & { start: number };
    next = match + 1;
    const { parts } = diffWords(section.text, partner.text, language);
    const differences = countDifferences(parts);
    rows.push({
      id: rows.length,
      title: section.title,
      state: differences === 0 ? "same" : "different",
      differences,
      a: piecesOf(parts, "removed", section.start, a.human),
      b: piecesOf(parts, "added", partner.start, b.human),
    });
  }
  for (const rest of right.slice(next)) only(rest, "b");
  return rows;
}
