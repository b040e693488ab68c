"use client";

import { CircleAlert, FileText, LoaderCircle, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useDeleteDocument, useDocuments } from "@/api/document-queries";
import type { Document } from "@/api/types";
import { useUnreadable } from "@/features/documents/unreadable";
import { useErrorText } from "@/features/shell/error-text";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { IconButton } from "@/ui/icon-button";
import { notify } from "@/ui/notify";
import { Group, SettingRow } from "./parts";

function iconOf({ status }: Document) {
  if (status === "failed") return CircleAlert;
  return status === "ready" ? FileText : LoaderCircle;
}

function useNote(): (document: Document) => string {
  const t = useTranslations("settings");
  const unreadable = useUnreadable();
  return ({ status, pages, error }) => {
    if (error) return unreadable(error);
    if (status === "ready") return t("pages", { count: pages ?? 0 });
    return status === "failed" ? t("notReadable") : t("reading");
  };
}

/** The documents that the server keeps; each can be deleted, after a question. */
export function Library() {
  const t = useTranslations("settings");
  const tCommon = useTranslations("common");
  const textOf = useErrorText();
  const noteOf = useNote();
  const documents = useDocuments();
  const remove = useDeleteDocument();
  const [asked, setAsked] = useState<Document | null>(null);
  const name = asked?.filename ?? "";
  const go = () => {
    if (!asked) return;
    setAsked(null);
    remove.mutate(asked.id, {
      onSuccess: () => notify.success(t("removed", { name })),
      onError: (error) => notify.error(t("removeFailed", { name }), { description: textOf(error) }),
    });
  };
  const found = documents.data ?? [];
  return (
    <Group id="library" title={t("library")} lead={t("libraryLead")}>
      {found.length === 0 && (
        <p className="r muted">{documents.isPending ? tCommon("loading") : t("noDocuments")}</p>
      )}
      {found.map((document) => (
        <SettingRow
          key={document.id}
          icon={iconOf(document)}
          name={document.filename}
          note={noteOf(document)}
        >
          <IconButton
            icon={Trash2}
            className="muted"
            label={t("removeDocument", { name: document.filename })}
            onClick={() => setAsked(document)}
          />
        </SettingRow>
      ))}
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={t("removeTitle", { name })}
        description={t("removeBody")}
        footer={
          <>
            <Button onClick={() => setAsked(null)}>{tCommon("cancel")}</Button>
            <Button className="btn-danger" icon={Trash2} onClick={go}>
              {tCommon("delete")}
            </Button>
          </>
        }
      />
    </Group>
  );
}
