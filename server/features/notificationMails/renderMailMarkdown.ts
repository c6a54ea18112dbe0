import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import type { CSSProperties, ReactElement } from "react";
import { createElement } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { markdownTree } from "#contract/markdown/markdownTree.ts";
import { COLORS } from "./mailStyle.ts";

/** Mail clients have margins and sizes of their own for these elements. */
const STYLES: Record<string, CSSProperties> = {
  a: { color: COLORS.ink, textDecoration: "underline" },
  blockquote: { margin: "8px 0", padding: "0 0 0 12px", borderLeft: `3px solid ${COLORS.line}` },
  code: { fontFamily: "Menlo, Consolas, monospace", fontSize: 13 },
  hr: { margin: "12px 0", border: 0, borderTop: `1px solid ${COLORS.line}` },
  li: { margin: "4px 0" },
  ol: { margin: "8px 0", padding: "0 0 0 24px" },
  p: { margin: "8px 0" },
  pre: { margin: "8px 0", whiteSpace: "pre-wrap" },
  ul: { margin: "8px 0", padding: "0 0 0 24px" },
};

const DIRECTED = new Set(["li", "p"]);

/** A client that filters forms shows a mark instead of a checkbox. */
const checkbox = ({ checked }: { checked?: boolean }) => (checked ? "\u2611" : "\u2610");

const components = {
  ...Object.fromEntries(
    Object.entries(STYLES).map(([tag, style]) => [
      tag,
      (props: object) =>
        createElement(tag, {
          ...props,
          style,
          ...(DIRECTED.has(tag) && { dir: "auto" }),
          ...(tag === "a" && { className: "ink" }),
        }),
    ]),
  ),
  input: checkbox,
};

/**
 * Returns the elements of a Markdown source in a mail. Pictures are links to the portal at `origin`.
 * Null for a source that is drawn as plain text.
 */
export function renderMailMarkdown(source: string, origin: string): ReactElement | null {
  const withoutControls = source.replaceAll(/(?![\n\t])\p{Cc}/gu, " ");
  const tree = markdownTree(withoutControls, { origin });
  return tree && toJsxRuntime(tree, { Fragment, jsx, jsxs, components });
}
