"use client";

import { CircleAlert, FileText, Library, LoaderCircle, Plus, X } from "lucide-react";
import { type DragEvent, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useDocuments, useUploadDocument } from "@/api/document-queries";
import type { Document } from "@/api/types";
import { useUnreadable } from "@/features/documents/unreadable";
import { useErrorText } from "@/features/shell/error-text";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Menu } from "@/ui/menu";
import { notify } from "@/ui/notify";

const READABLE = ".pdf,.docx,.html,.htm,.md,.markdown,.txt";

type Sending = { key: string; name: string };

/** The documents of a run to be: sent, read in the background, or picked from the library. */
export function useChosenDocuments() {
  const t = useTranslations("run.start");
  const textOf = useErrorText();
  const upload = useUploadDocument();
  const library = useDocuments();
  const [sending, setSending] = useState<Sending[]>([]);
  const [ids, setIds] = useState<readonly string[]>([]);
  // A protected file is sent once more, with its password.
  const files = useRef(new Map<string, File>());
  const choose = (id: string) => setIds((known) => (known.includes(id) ? known : [...known, id]));
  const send = async (file: File, password?: string) => {
    const entry = { key: `${file.name}-${performance.now()}`, name: file.name };
    setSending((known) => [...known, entry]);
    try {
      const { id } = await upload.mutateAsync({ file, password });
      files.current.set(id, file);
      choose(id);
    } catch (error) {
      notify.error(t("uploadFailed", { name: file.name }), { description: textOf(error) });
    } finally {
      setSending((known) => known.filter((other) => other !== entry));
    }
  };
  const all = library.data ?? [];
  const chosen = ids.flatMap((id) => all.find((document) => document.id === id) ?? []);
  return {
    ids,
    chosen,
    sending,
    pickable: all.filter(({ id, status }) => status === "ready" && !ids.includes(id)),
    ready: sending.length === 0 && ids.length === chosen.length && chosen.every(isReady),
    failed: chosen.some(({ status }) => status === "failed"),
    choose,
    /** Tries a protected document again; undefined where its file is not at hand. */
    unlock: (id: string) => {
      const file = files.current.get(id);
      return file && ((password: string) => void send(file, password));
    },
    forget: (id: string) => setIds((known) => known.filter((other) => other !== id)),
    send: (files: Iterable<File>) => {
      for (const file of files) void send(file);
    },
  };
}

export type ChosenDocuments = ReturnType<typeof useChosenDocuments>;

const isReady = ({ status }: Document) => status === "ready";

function useProgress(): (document: Document) => string {
  const t = useTranslations("run.start");
  return ({ filename: name, status, pages, pages_done: done }) => {
    if (status === "ready" || status === "failed") return name;
    return pages ? t("pagesRead", { name, done, pages }) : t("uploading", { name });
  };
}

/** Asks for the password of a protected PDF, right where it says that it needs one. */
function Password({ name, onSend }: { name: string; onSend: (password: string) => void }) {
  const t = useTranslations("run.start");
  const [password, setPassword] = useState("");
  const send = () => password && onSend(password);
  return (
    <span className="row mt-1.5">
      <input
        className="input doc-pw"
        type="password"
        autoComplete="off"
        aria-label={t("password", { name })}
        placeholder={t("passwordLabel")}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        onKeyDown={(event) => {
          // Enter belongs to this field, not to the form of the run.
          if (event.key !== "Enter") return;
          event.preventDefault();
          send();
        }}
      />
      <Button size="sm" disabled={!password} onClick={send}>
        {t("unlock")}
      </Button>
    </span>
  );
}

const LOCKED: ReadonlySet<string> = new Set(["encrypted", "wrong_password"]);

function Chosen({
  document,
  unlock,
  onForget,
}: {
  document: Document;
  unlock: ((password: string) => void) | undefined;
  onForget: () => void;
}) {
  const t = useTranslations("run.start");
  const progress = useProgress();
  const unreadable = useUnreadable();
  const { filename: name, status, error } = document;
  const busy = status === "queued" || status === "reading";
  const icon = busy ? LoaderCircle : status === "failed" ? CircleAlert : FileText;
  return (
    <li className={status === "failed" ? "doc-row is-failed" : "doc-row"}>
      <Icon of={icon} className={busy ? "spin" : undefined} />
      <span className="grow min-w-0">
        <span className="ell block">{progress(document)}</span>
        {error && <span className="t12 block">{unreadable(error)}</span>}
        {error && unlock && LOCKED.has(error.code) && <Password name={name} onSend={unlock} />}
        {busy && document.pages !== null && (
          <progress className="doc-bar" aria-label={name} value={document.pages_done} max={document.pages} />
        )}
      </span>
      <IconButton small icon={X} label={t("removeDocument", { name })} onClick={onForget} />
    </li>
  );
}

/** Files dropped on the box are sent; returns what the box needs. */
export function useDrop(send: ChosenDocuments["send"]) {
  const [over, setOver] = useState(false);
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  return {
    over,
    box: {
      onDragOver: (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(false);
        send(event.dataTransfer.files);
      },
    },
  };
}

/** What the council may read: drop, pick, see how far the reading is. */
export function DocumentChoice({ documents }: { documents: ChosenDocuments }) {
  const t = useTranslations("run.start");
  const input = useRef<HTMLInputElement>(null);
  const { chosen, sending, pickable } = documents;
  const items = useMemo(
    () =>
      pickable.map(({ id, filename }) => ({
        id,
        label: filename,
        icon: FileText,
        onSelect: () => documents.choose(id),
      })),
    [pickable, documents],
  );
  return (
    <div>
      <h2 className="label">{t("documents")}</h2>
      {chosen.length + sending.length > 0 && (
        <ul className="doc-list">
          {chosen.map((document) => (
            <Chosen
              key={document.id}
              document={document}
              unlock={documents.unlock(document.id)}
              onForget={() => documents.forget(document.id)}
            />
          ))}
          {sending.map(({ key, name }) => (
            <li key={key} className="doc-row">
              <Icon of={LoaderCircle} className="spin" />
              <span className="grow ell">{t("sending", { name })}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="row flex-wrap">
        <Button size="sm" icon={Plus} onClick={() => input.current?.click()}>
          {t("addFile")}
        </Button>
        {items.length > 0 && (
          <Menu
            align="start"
            heading={t("library")}
            trigger={
              <Button size="sm" icon={Library}>
                {t("fromLibrary")}
              </Button>
            }
            items={items}
          />
        )}
        <span className="muted t12">{t("kinds")}</span>
      </div>
      <input
        ref={input}
        type="file"
        accept={READABLE}
        multiple
        hidden
        onChange={(event) => {
          documents.send([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </div>
  );
}
