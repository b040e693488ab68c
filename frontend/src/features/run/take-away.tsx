"use client";

import { Copy, Download, FileText, FileType, Printer } from "lucide-react";
import { useTranslations } from "use-intl";
import { IconButton } from "@/ui/icon-button";
import { later } from "@/ui/later";
import { Menu } from "@/ui/menu";
import { notify } from "@/ui/notify";

const docx = later(() => import("./docx"));

const LONGEST_NAME = 80;

/** A file name that every system takes. */
function fileNameOf(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N} _-]/gu, "").trim();
  return [...plain].slice(0, LONGEST_NAME).join("") || "result";
}

function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** The browser proposes the page's title as the name of the PDF. */
function print(name: string): void {
  const { title } = document;
  document.title = fileNameOf(name);
  window.print();
  document.title = title;
}

/** Copy the text, or take it away as Markdown, Word or PDF; `beforePrint` brings it onto the page. */
export function TakeAway({
  text,
  name,
  beforePrint,
}: {
  text: string;
  name: string;
  beforePrint: () => void;
}) {
  const t = useTranslations("run.doc");
  const tCommon = useTranslations("common");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify.success(tCommon("copied"));
    } catch {
      notify.error(t("copyFailed"));
    }
  };
  const word = async () => {
    try {
      const { docxOf } = await docx();
      save(await docxOf(text, name), `${fileNameOf(name)}.docx`);
    } catch {
      notify.error(t("wordFailed"));
    }
  };
  const items = [
    {
      id: "md",
      label: t("markdown"),
      icon: FileText,
      disabled: !text,
      onSelect: () => save(new Blob([text], { type: "text/markdown" }), `${fileNameOf(name)}.md`),
    },
    { id: "docx", label: t("word"), icon: FileType, disabled: !text, onSelect: () => void word() },
    {
      id: "print",
      label: t("print"),
      icon: Printer,
      disabled: !text,
      onSelect: () => {
        beforePrint();
        print(name);
      },
    },
  ];
  return (
    <>
      <IconButton small icon={Copy} label={t("copy")} disabled={!text} onClick={copy} />
      <Menu trigger={<IconButton small icon={Download} label={t("download")} />} items={items} />
    </>
  );
}
