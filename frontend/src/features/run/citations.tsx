"use client";

import { type ReactNode, useMemo } from "react";
import { useDocuments } from "@/api/document-queries";
import type { Blueprint } from "@/domain/blueprint";
import { SourcesContext } from "@/ui/markdown";

type Reader = { documents: readonly string[]; blueprint: Blueprint };

/** Makes `[file, p. N]` in the run's texts open that page (TL-3); a run without documents reads all of them. */
export function Citations({ run, children }: { run: Reader; children: ReactNode }) {
  const { documents, blueprint } = run;
  const reads = documents.length > 0 || blueprint.nodes.some((node) => node.tools?.pdf_reader);
  const library = useDocuments(reads);
  const sources = useMemo(() => {
    const own = documents.length > 0 ? new Set(documents) : null;
    const readable = (library.data ?? []).filter(({ id }) => !own || own.has(id));
    return new Map(readable.map(({ filename, id }) => [filename, id]));
  }, [documents, library.data]);
  return <SourcesContext value={sources}>{children}</SourcesContext>;
}
