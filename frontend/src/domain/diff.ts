import { diffWordsWithSpace } from "diff";

export type DiffPart = { kind: "same" | "added" | "removed"; text: string };
export type WordDiff = { parts: DiffPart[]; added: number; removed: number };

function segmenter(language: string): Intl.Segmenter {
  return new Intl.Segmenter(language, { granularity: "word" });
}

/** Words as a reader counts them, also in languages without spaces. */
export function countWords(text: string, language: string): number {
  let count = 0;
  for (const piece of segmenter(language).segment(text)) if (piece.isWordLike) count += 1;
  return count;
}

/** What changed between two drafts, word by word; joined parts give back both texts exactly. */
export function diffWords(before: string, after: string, language: string): WordDiff {
  const changes = diffWordsWithSpace(before, after, { intlSegmenter: segmenter(language) });
  const parts = changes.map((change): DiffPart => {
    const kind = change.added ? "added" : change.removed ? "removed" : "same";
    return { kind, text: change.value };
  });
  const words = (kind: DiffPart["kind"]) =>
    parts
      .filter((part) => part.kind === kind)
      .reduce((sum, part) => sum + countWords(part.text, language), 0);
  return { parts, added: words("added"), removed: words("removed") };
}
