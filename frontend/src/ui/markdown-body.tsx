"use client";

import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";

const plugins = [remarkGfm];

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

export default function MarkdownBody({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components}>
      {text}
    </ReactMarkdown>
  );
}
