"use client";

import dynamic from "next/dynamic";
import { memo } from "react";

const Body = dynamic(() => import("./markdown-body"), { ssr: false });

/** Markdown as a document; HTML in it stays text, pictures become links. */
export const Markdown = memo(function Markdown({ text, live }: { text: string; live?: boolean }) {
  return (
    <article className={live ? "md is-live" : "md"}>
      <Body text={text} />
    </article>
  );
});
