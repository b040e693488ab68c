"use client";

import { useMemo } from "react";
import { useLocale } from "use-intl";
import { diffWords, type WordDiff } from "@/domain/diff";

export function useWordDiff(before: string, after: string): WordDiff {
  const language = useLocale();
  return useMemo(() => diffWords(before, after, language), [before, after, language]);
}

/** Two texts in one: added and removed words marked; a person's own words look different for good. */
export function DiffText({ diff, human }: { diff: WordDiff; human?: boolean }) {
  return (
    <article className="md diff-text">
      {diff.parts.map((part, i) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
        if (part.kind === "same") return <span key={i}>{part.text}</span>;
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
        if (part.kind === "removed") return <del key={i}>{part.text}</del>;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          <ins key={i} className={human ? "hum" : undefined}>
            {part.text}
          </ins>
        );
      })}
    </article>
  );
}

/** +86 −18 */
export function DiffCounts({ diff, human }: { diff: WordDiff; human?: boolean }) {
  return (
    <span className="nowrap">
      <span className={human ? "t-primary w5" : "t-success w5"}>+{diff.added}</span>{" "}
      <span className="t-danger w5">−{diff.removed}</span>
    </span>
  );
}
