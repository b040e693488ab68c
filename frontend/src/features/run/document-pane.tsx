"use client";

import { Check, ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocale, useTranslations } from "use-intl";
import { countWords } from "@/domain/diff";
import type { RunFacts } from "@/domain/run-facts";
import { type DraftView, documentOf, previousDraft, type RunView } from "@/domain/run-view";
import { Button } from "@/ui/button";
import { Markdown } from "@/ui/markdown";
import { Menu } from "@/ui/menu";
import { ScrollRegion } from "@/ui/scroll-region";
import { Segments } from "@/ui/segments";
import { DiffCounts, DiffText, useWordDiff } from "@/ui/word-diff";
import { TakeAway } from "./take-away";

const NEAR_END_PX = 80;

/** Keeps the end in view while text grows, unless the person has scrolled away. */
function useFollow(text: string, follow: boolean) {
  const box = useRef<HTMLElement>(null);
  const atEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: more text is the reason to scroll
  useEffect(() => {
    const element = box.current;
    if (element && follow && atEnd.current) element.scrollTop = element.scrollHeight;
  }, [text, follow]);
  const onScroll = () => {
    const element = box.current;
    if (element)
      atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
  };
  return { ref: box, onScroll };
}

function useDraftNames(drafts: readonly DraftView[]) {
  const t = useTranslations("run.doc");
  return (draft: DraftView) => {
    const number = t("draft", { number: drafts.indexOf(draft) + 1 });
    return draft.by === "person" ? t("human", { number }) : t("by", { number, name: draft.name });
  };
}

function DraftChoice({
  drafts,
  chosen,
  label,
  onChoose,
  live,
}: {
  drafts: readonly DraftView[];
  chosen: DraftView | null;
  label: string;
  onChoose: (draft: DraftView | null) => void;
  live?: boolean;
}) {
  const t = useTranslations("run.doc");
  const nameOf = useDraftNames(drafts);
  const items = drafts.map((draft) => ({
    id: draft.id,
    label: nameOf(draft),
    icon: draft === chosen ? Check : undefined,
    onSelect: () => onChoose(draft),
  }));
  const now = {
    id: "live",
    label: t("live"),
    icon: chosen === null ? Check : undefined,
    onSelect: () => onChoose(null),
  };
  return (
    <Menu
      heading={label}
      trigger={
        <Button
          size="sm"
          look="ghost"
          className="min-w-0"
          aria-label={`${label}: ${chosen ? nameOf(chosen) : t("live")}`}
        >
          <span className="ell">{chosen ? nameOf(chosen) : t("live")}</span>
          <ChevronDown className="i i-14" aria-hidden />
        </Button>
      }
      items={live ? [now, ...items] : items}
    />
  );
}

function Changes({ drafts, after }: { drafts: readonly DraftView[]; after: DraftView }) {
  const t = useTranslations("run.doc");
  const at = drafts.indexOf(after);
  const [picked, setPicked] = useState<DraftView | null>(null);
  const before = picked && picked !== after ? picked : (previousDraft(drafts, at) ?? drafts[at - 1] ?? null);
  const diff = useWordDiff(before?.text ?? "", after.text);
  if (!before) return <p className="muted doc-none">{t("noChanges")}</p>;
  return (
    <>
      <div className="row diff-bar">
        <span className="muted nowrap">{t("against")}</span>
        <DraftChoice
          drafts={drafts.filter((draft) => draft !== after)}
          chosen={before}
          label={t("against")}
          onChoose={setPicked}
        />
        <span className="grow" />
        <DiffCounts diff={diff} human={after.by === "person"} />
      </div>
      <DiffText diff={diff} human={after.by === "person"} />
    </>
  );
}

/** The growing document; earlier drafts; what changed between any two. */
export function DocumentPane({
  view,
  facts,
  name,
  top,
}: {
  view: RunView;
  facts: RunFacts;
  name: string;
  top: ReactNode;
}) {
  const t = useTranslations("run");
  const language = useLocale();
  const [tab, setTab] = useState<"document" | "changes">("document");
  const [chosen, setChosen] = useState<DraftView | null>(null);
  const live = documentOf(view, facts.writes);
  const text = chosen?.text ?? live.text;
  const streaming = chosen === null && live.writing !== null;
  const follow = useFollow(text, streaming);
  const shown = chosen ?? view.drafts.at(-1) ?? null;
  return (
    <section className="col col-doc" aria-label={t("documentLabel")}>
      <div className="col-h">
        <Segments
          label={t("doc.tab")}
          value={tab}
          onChange={setTab}
          options={[
            { value: "document", label: t("doc.document") },
            { value: "changes", label: t("doc.changes") },
          ]}
        />
        <span className="grow" />
        {view.drafts.length > 0 && (
          <DraftChoice
            live
            drafts={view.drafts}
            chosen={chosen}
            label={t("doc.choose")}
            onChoose={setChosen}
          />
        )}
        {text && (
          <span className="muted nowrap only-l">{t("doc.words", { count: countWords(text, language) })}</span>
        )}
        <TakeAway text={text} name={name} beforePrint={() => flushSync(() => setTab("document"))} />
      </div>
      <ScrollRegion className="print-area" aria-label={t("doc.region")} aria-busy={streaming} {...follow}>
        {top}
        {tab === "changes" && shown ? (
          <Changes drafts={view.drafts} after={shown} />
        ) : text ? (
          <Markdown text={text} live={streaming} />
        ) : (
          <p className="muted doc-none">{t(view.end ? "doc.nothing" : "doc.empty")}</p>
        )}
      </ScrollRegion>
    </section>
  );
}
