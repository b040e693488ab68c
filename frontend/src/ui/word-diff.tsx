"use client";

import { useMemo } from "react";
import { useLocale } from "use-intl";
import { type DiffPart, diffWords, type WordDiff } from "@/domain/diff";
import { type DiffLine, diffLines } from "@/domain/diff-lines";

export function useWordDiff(before: string, after: string): WordDiff {
  const language = useLocale();
  return useMemo(() => diffWords(before, after, language), [before, after, language]);
}

function Words({ parts, human }: { parts: readonly DiffPart[]; human: boolean | undefined }) {
  return parts.map((part, i) => {
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
  });
}

/** Headings stand below the page's own, as in the document itself. */
const HEADINGS = ["h2", "h3", "h4"] as const;

function Line({ line, human }: { line: DiffLine; human: boolean | undefined }) {
  const words = <Words parts={line.parts} human={human} />;
  if (line.kind === "heading") {
    const Heading = HEADINGS[line.level - 1] ?? "h4";
    return <Heading>{words}</Heading>;
  }
  if (line.kind === "item") {
    return (
      <ul>
        <li>{words}</li>
      </ul>
    );
  }
  return <p>{words}</p>;
}

/** Two texts in one: added and removed words marked; a person's own words look different for good. */
export function DiffText({ diff, human }: { diff: WordDiff; human?: boolean }) {
  const lines = useMemo(() => diffLines(diff.parts), [diff]);
  return (
    <article className="md diff-text">
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
        <Line key={i} line={line} human={human} />
      ))}
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
