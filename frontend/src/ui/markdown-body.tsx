"use client";

import { findAndReplace } from "mdast-util-find-and-replace";
import { type ComponentProps, useMemo } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { CITATION, passageAddress, type Sources } from "@/domain/citations";

type Tree = Parameters<typeof findAndReplace>[0];
type Plugins = ComponentProps<typeof ReactMarkdown>["remarkPlugins"];

const linkCitations = (sources: Sources) => () => (tree: Tree) =>
  findAndReplace(
    tree,
    [
      CITATION,
      (text: string, file: string, page: string) => {
        const url = passageAddress(sources, file, page);
        return url !== null && { type: "link", url, children: [{ type: "text", value: text }] };
      },
    ],
    { ignore: ["link", "linkReference"] },
  );

/** Headings start below the page's own; links open outside and tell the target nothing. */
const components: Components = {
  h1: ({ node: _, ...rest }) => <h2 {...rest} />,
  h2: ({ node: _, ...rest }) => <h3 {...rest} />,
  h3: ({ node: _, ...rest }) => <h4 {...rest} />,
  a: ({ node: _, ...rest }) => <a {...rest} target="_blank" rel="noreferrer noopener" />,
  img: ({ node: _, alt, src }) => (
    <a href={typeof src === "string" ? src : undefined} target="_blank" rel="noreferrer noopener">
      {alt || String(src)}
    </a>
  ),
  table: ({ node: _, ...rest }) => (
    <div className="md-table">
      <table {...rest} />
    </div>
  ),
};

export default function MarkdownBody({ text, sources }: { text: string; sources: Sources }) {
  const plugins = useMemo((): Plugins => [remarkGfm, linkCitations(sources)], [sources]);
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components}>
      {text}
    </ReactMarkdown>
  );
}
