"use client";

import { RotateCcw, UserPen } from "lucide-react";
import { useDeferredValue } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { ScrollRegion } from "@/ui/scroll-region";
import { DiffCounts, DiffText, useWordDiff } from "@/ui/word-diff";

/** The draft as an editor, beside it what the person has changed. */
export function Editor({
  original,
  value,
  onChange,
  onSend,
}: {
  original: string;
  value: string;
  onChange: (text: string) => void;
  onSend: () => void;
}) {
  const t = useTranslations("gm");
  const settled = useDeferredValue(value);
  const diff = useWordDiff(original, settled);
  return (
    <div className="edit-b">
      <div className="diff-w">
        <div className="diff-h">
          <h3 className="grow">{t("yourText")}</h3>
          <Button
            size="sm"
            look="ghost"
            icon={RotateCcw}
            disabled={value === original}
            onClick={() => onChange(original)}
          >
            {t("reset")}
          </Button>
        </div>
        <textarea
          // biome-ignore lint/a11y/noAutofocus: the person asked for this editor a moment ago
          autoFocus
          className="editor"
          aria-label={t("editorLabel")}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSend();
          }}
        />
      </div>
      <div className="diff-w only-l-block">
        <div className="diff-h">
          <h3 className="grow ell">{t("yourChanges")}</h3>
          <DiffCounts diff={diff} human />
          <span className="muted">{t("words")}</span>
        </div>
        <ScrollRegion className="diff" aria-label={t("yourChanges")}>
          <DiffText diff={diff} human />
          <p className="row muted t12 mt-5">
            <Icon of={UserPen} size={14} />
            {t("marked")}
          </p>
        </ScrollRegion>
      </div>
    </div>
  );
}
