import type { Nodes, PhrasingContent, Root, Table } from "mdast";
import type { Options } from "mdast-util-from-markdown";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmStrikethroughFromMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { gfmAutolinkLiteral } from "micromark-extension-gfm-autolink-literal";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { gfmTable } from "micromark-extension-gfm-table";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import { linkParts } from "#contract/linkParts.ts";

/**
 * Where a text stands. Only changelog entries have headings and tables (docs/product-decisions.md
 * "Rich text and pictures").
 */
export type MarkdownVariant = "text" | "entry";

/**
 * Bounds of a source, because the parser takes quadratic time for delimiters of one block, for
 * containers of one line and for quotations, and 20 to 50 µs for each other mark: at these bounds
 * 50,000 characters take about 100 ms. What is beyond them is plain text. 50,000 characters of prose
 * with a few marks in each line have some 4,000 marks and 3,000 nodes.
 */
const MAX_MARKS = 5_000;
const MAX_QUOTATIONS = 500;
const MAX_DELIMITERS = 1_000;
const MAX_DEPTH = 40;
const MAX_NODES = 5_000;

const MARKS = /[\n|`[\]<>&\\!#]|[-+*_~]+|\d[.)]/g;
const QUOTATIONS = /(?<=^|[ \t>])>/gm;
const DELIMITERS = /\*+|_+|~+/g;
const DEEP_LINE = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){20}/m;

/** A web address is text here, so that no part of it is read as Markdown. `linkParts` finds it. */
type Handle = NonNullable<Extract<Options["mdastExtensions"], readonly unknown[]>[number]>;
const ADDRESSES = ["literalAutolinkEmail", "literalAutolinkHttp", "literalAutolinkWww"] as const;
const addressesAsText: Handle = {
  enter: Object.fromEntries(
    ADDRESSES.map((name) => [
      name,
      function (token) {
        this.config.enter["data"]?.call(this, token);
      },
    ]),
  ),
  exit: Object.fromEntries(
    ADDRESSES.map((name) => [
      name,
      function (token) {
        this.config.exit["data"]?.call(this, token);
      },
    ]),
  ),
};

const NO_HTML = { disable: { null: ["htmlFlow", "htmlText"] } };
const TEXT: Options = {
  extensions: [NO_HTML, gfmStrikethrough(), gfmTaskListItem(), gfmAutolinkLiteral()],
  mdastExtensions: [gfmStrikethroughFromMarkdown(), gfmTaskListItemFromMarkdown(), addressesAsText],
};
const ENTRY: Options = {
  extensions: [...(TEXT.extensions ?? []), gfmTable()],
  mdastExtensions: [...(TEXT.mdastExtensions ?? []), gfmTableFromMarkdown()],
};

/**
 * Parses Markdown: CommonMark without HTML, with GFM's strikethrough and task lists, and in entries
 * tables. Single line breaks are breaks, and web addresses are links. Returns null for a source
 * beyond the bounds.
 */
export function parseMarkdown(source: string, variant: MarkdownVariant): Root | null {
  const counts = (text: string, marks: RegExp) => text.match(marks)?.length ?? 0;
  if (DEEP_LINE.test(source)) return null;
  if (counts(source, MARKS) > MAX_MARKS || counts(source, QUOTATIONS) > MAX_QUOTATIONS) return null;
  for (const block of source.split(/\n[ \t]*\n/))
    if (counts(block, DELIMITERS) > MAX_DELIMITERS) return null;
  const root = fromMarkdown(source, variant === "entry" ? ENTRY : TEXT);
  return shape(root, { variant, room: { nodes: MAX_NODES }, isInLink: false, depth: 0 })
    ? root
    : null;
}

interface Place {
  readonly variant: MarkdownVariant;
  /** The number of nodes that the text may still have. */
  readonly room: { nodes: number };
  readonly isInLink: boolean;
  readonly depth: number;
}

/** Changes the children of a node in place. Returns whether the text stays within the bounds. */
function shape(node: Nodes, { variant, room, isInLink, depth }: Place): boolean {
  if (node.type === "table") room.nodes -= cellsOf(node);
  else if (node.type !== "tableCell") room.nodes -= 1;
  if (room.nodes < 0) return false;
  if (!("children" in node)) return true;
  if (depth > MAX_DEPTH) return false;
  const inLink = isInLink || node.type === "link" || node.type === "linkReference";
  const children: Nodes[] = [];
  for (const child of node.children) {
    if (child.type === "text") children.push(...brokenAndLinked(child.value, inLink));
    else if (child.type === "heading" && variant === "text")
      children.push({ type: "paragraph", children: [{ ...child, type: "strong" }] });
    else children.push(child);
  }
  // The children have the types that the node admits: phrasing replaces phrasing.
  (node as { children: Nodes[] }).children = children;
  return children.every((child) =>
    shape(child, {
      variant,
      room,
      isInLink: inLink || child.type === "link",
      depth: depth + 1,
    }),
  );
}

/** Each row of a table is drawn with as many cells as the table has columns. */
const cellsOf = ({ align, children }: Table) => (align?.length ?? 0) * children.length;

function brokenAndLinked(text: string, isInLink: boolean): PhrasingContent[] {
  const nodes: PhrasingContent[] = [];
  for (const part of isInLink ? [{ text, href: null }] : linkParts(text)) {
    if (part.href !== null) {
      nodes.push({ type: "link", url: part.href, children: [{ type: "text", value: part.text }] });
      continue;
    }
    for (const [index, value] of part.text.split(/(?<![ \t])[ \t]*\n/).entries()) {
      if (index > 0) nodes.push({ type: "break" });
      if (value) nodes.push({ type: "text", value });
    }
  }
  return nodes;
}
