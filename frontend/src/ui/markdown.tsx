"use client";

import dynamic from "next/dynamic";
import { createContext, memo, useContext } from "react";
import type { Sources } from "@/domain/citations";
import { later } from "@/ui/later";

const Body = dynamic(
  later(() => import("./markdown-body")),
  { ssr: false },
);

/** The documents that texts below may cite. */
export const SourcesContext = createContext<Sources>(new Map());

/** Markdown as a document; HTML in it stays text, pictures become links, citations open their page. */
export const Markdown = memo(function Markdown({ text, live }: { text: string; live?: boolean }) {
  const sources = useContext(SourcesContext);
  return (
    <article className={live ? "md is-live" : "md"}>
      <Body text={text} sources={sources} />
    </article>
  );
});
