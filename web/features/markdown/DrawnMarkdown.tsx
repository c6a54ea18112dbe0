import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import type { JSX } from "react";
import { createElement, useMemo } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { markdownTree } from "#contract/markdown/markdownTree.ts";
import type { MarkdownVariant } from "#contract/markdown/parseMarkdown.ts";
import { loadAllStyles } from "#web/ui/loadAllStyles.ts";
import { PlainText } from "#web/ui/PlainText.tsx";

// Only the stylesheet of all pages has the classes below. A page that the server has drawn with
// Markdown contains it.
if (!import.meta.env.SSR) await loadAllStyles();

/** The classes of the elements. The first block has no space above it (`MARKDOWN` in app.css). */
const CLASSES = {
  a: "text-primary-text underline underline-offset-2",
  blockquote: "mt-3 border-s-2 border-line ps-3 text-muted first:mt-0",
  code: "rounded bg-sunken px-1 py-0.5 font-mono text-[0.9em] [pre_&]:bg-transparent [pre_&]:p-0",
  h2: "mt-6 text-lg font-semibold first:mt-0",
  h3: "mt-5 text-base font-semibold first:mt-0",
  h4: "mt-4 font-semibold first:mt-0",
  h5: "mt-4 font-semibold first:mt-0",
  h6: "mt-4 font-semibold first:mt-0",
  hr: "my-4 border-line",
  img: "my-1 h-auto max-w-full rounded-lg",
  input: "me-1.5 align-[-0.1em]",
  li: "mt-1 first:mt-0 [&:has(>input)]:list-none [&:has(>p>input)]:list-none",
  ol: "mt-3 list-decimal ps-6 first:mt-0 [li>&]:mt-1",
  p: "mt-3 first:mt-0",
  pre: "mt-3 overflow-x-auto rounded-lg bg-sunken p-3 first:mt-0",
  strong: "font-semibold",
  table: "mt-3 block w-max max-w-full overflow-x-auto first:mt-0",
  td: "border border-line px-3 py-1.5",
  th: "border border-line bg-sunken px-3 py-1.5 text-start font-semibold",
  ul: "mt-3 list-disc ps-6 first:mt-0 [li>&]:mt-1",
} as const satisfies Partial<Record<keyof JSX.IntrinsicElements, string>>;

/** Paragraphs, headings and items have the direction of their own first letter. */
const DIRECTED = new Set<string>(["h2", "h3", "h4", "h5", "h6", "li", "p", "td", "th"]);

/** Wide blocks are scrolled by keyboard as well. */
const SCROLLED = new Set<string>(["pre", "table"]);

const components = Object.fromEntries(
  Object.entries(CLASSES).map(([tag, className]) => {
    const dir = DIRECTED.has(tag) ? { dir: "auto" } : {};
    const focusable = SCROLLED.has(tag) ? { tabIndex: 0 } : {};
    return [
      tag,
      (props: object) => createElement(tag, { ...props, ...dir, ...focusable, className }),
    ];
  }),
);

interface DrawnMarkdownProps {
  children: string;
  variant?: MarkdownVariant | undefined;
}

/** The elements of a Markdown source. */
export function DrawnMarkdown({ children, variant = "text" }: DrawnMarkdownProps) {
  const tree = useMemo(() => markdownTree(children, { variant }), [children, variant]);
  if (!tree) return <PlainText>{children}</PlainText>;
  return toJsxRuntime(tree, { Fragment, jsx, jsxs, components });
}
