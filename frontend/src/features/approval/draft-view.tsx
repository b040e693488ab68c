"use client";

import { useState } from "react";
import { useTranslations } from "use-intl";
import { Markdown } from "@/ui/markdown";
import { ScrollRegion } from "@/ui/scroll-region";
import { Segments } from "@/ui/segments";
import { DiffCounts, DiffText, useWordDiff } from "@/ui/word-diff";
import type { DraftUnderDecision } from "./proposal";

/** The draft under decision: what changed since the one before, or the text itself. */
export function DraftPane({ draft }: { draft: DraftUnderDecision }) {
  const { text, human, number, beforeNumber } = draft;
  const before = draft.before?.text ?? null;
  const t = useTranslations("gm");
  const [tab, setTab] = useState<"changes" | "text">("changes");
  const diff = useWordDiff(before ?? "", text);
  const comparable = before !== null && before !== text;
  return (
    <div className="diff-w">
      <div className="diff-h">
        <h3 className="nowrap">{number > 0 ? t("draft", { number }) : t("draftLabel")}</h3>
        {comparable && (
          <span className="muted nowrap ell only-l">{t("against", { number: beforeNumber })}</span>
        )}
        <span className="grow" />
        {comparable && <DiffCounts diff={diff} human={human} />}
        {comparable && (
          <Segments
            label={t("draftLabel")}
            value={tab}
            onChange={setTab}
            options={[
              { value: "changes", label: t("changes") },
              { value: "text", label: t("text") },
            ]}
          />
        )}
      </div>
      <ScrollRegion className="diff" aria-label={t("draftLabel")}>
        {!text && <p className="muted">{t("noDraft")}</p>}
        {text &&
          (comparable && tab === "changes" ? (
            <DiffText diff={diff} human={human} />
          ) : (
            <Markdown text={text} />
          ))}
      </ScrollRegion>
    </div>
  );
}
