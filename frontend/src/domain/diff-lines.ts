import type { DiffPart } from "./diff";

/** One line of a word diff, as Markdown means it; `level` is that of a heading. */
export type DiffLine = { kind: "heading" | "item" | "text"; level: number; parts: DiffPart[] };

const HEADING = /^(#{1,6})[ \t]+/;
const ITEM = /^[ \t]*[-*+][ \t]+/;

function splitLines(parts: readonly DiffPart[]): DiffPart[][] {
  const lines: DiffPart[][] = [[]];
  for (const { kind, text } of parts) {
    text.split("\n").forEach((piece, i) => {
      if (i > 0) lines.push([]);
      if (piece) lines.at(-1)?.push({ kind, text: piece });
    });
  }
  return lines;
}

/** Takes the mark away where a version of the line begins: at its start, and behind what was removed there. */
function withoutMark(parts: readonly DiffPart[], mark: RegExp): DiffPart[] {
  return parts.map((part, i) => {
    const begins = parts.slice(0, i).every((before) => before.kind === "removed");
    return begins ? { ...part, text: part.text.replace(mark, "") } : part;
  });
}

function lineOf(parts: readonly DiffPart[]): DiffLine {
  const newest = parts.filter((part) => part.kind !== "removed");
  const start = (newest.length > 0 ? newest : parts).map((part) => part.text).join("");
  const heading = HEADING.exec(start);
  if (heading) return { kind: "heading", level: heading[1]?.length ?? 1, parts: withoutMark(parts, HEADING) };
  if (ITEM.test(start)) return { kind: "item", level: 0, parts: withoutMark(parts, ITEM) };
  return { kind: "text", level: 0, parts: [...parts] };
}

/** A word diff line by line, so that headings and lists look like what they are; empty lines only part. */
export function diffLines(parts: readonly DiffPart[]): DiffLine[] {
  return splitLines(parts)
    .filter((line) => line.some((part) => part.text.trim() !== ""))
    .map(lineOf);
}
