import type { Nodes, Parent } from "mdast";
import { storedText } from "#contract/storedText.ts";
import type { MarkdownVariant } from "./parseMarkdown.ts";
import { parseMarkdown } from "./parseMarkdown.ts";

/** A text as it is stored. */
export interface WrittenText {
  /** The text without Markdown, for lists, search, excerpts, CSV files and mails. */
  readonly plain: string;
  /** The Markdown source; null if the plain text says and shows the same. */
  readonly markdown: string | null;
}

/** Characters and beginnings of lines without which a text is the same as its plain form. */
const POSSIBLY_MARKDOWN = /[\\*_~`[\]&#<>|]|^[ \t]*(?:[-+=]|\d{1,9}[.)])|^(?: {4}| {0,3}\t)/m;

/** Returns what is stored of a text that somebody has written. */
export function writtenText(source: string, variant: MarkdownVariant = "text"): WrittenText {
  const asIs = { plain: source, markdown: null };
  if (!POSSIBLY_MARKDOWN.test(source)) return asIs;
  const root = parseMarkdown(source, variant);
  if (!root) return asIs;
  const drawn = plainForm(root);
  if (root.children.every(isPlainParagraph) && squeezed(drawn) === squeezed(source)) return asIs;
  const plain = cut(storedText(drawn), source.length);
  return plain === "" ? asIs : { plain, markdown: source };
}

/** Returns what is stored of a note that possibly nobody has written. */
export function writtenNote(source: string | null | undefined): {
  note: string | null;
  noteMarkdown: string | null;
} {
  if (!source) return { note: null, noteMarkdown: null };
  const { plain, markdown } = writtenText(source);
  return { note: plain, noteMarkdown: markdown };
}

const squeezed = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** The plain form is never longer than its source, for which the limits of texts are. */
const cut = (text: string, length: number) =>
  text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");

/** A paragraph in which only web addresses are links. */
function isPlainParagraph(node: Nodes): boolean {
  if (node.type !== "paragraph") return false;
  return node.children.every((child) => {
    if (child.type === "link") {
      const [text] = child.children;
      return text?.type === "text" && text.value === child.url && child.position === undefined;
    }
    return child.type === "text" || child.type === "break";
  });
}

/** Returns the words of a text, with the lines and the marks of lists. */
function plainForm(node: Nodes): string {
  if (node.type === "text" || node.type === "inlineCode" || node.type === "code") return node.value;
  if (node.type === "break") return "\n";
  if (node.type === "image" || node.type === "imageReference") return node.alt || "Picture";
  if (node.type === "link") return inline(node) || node.url;
  if (node.type === "root" || node.type === "blockquote") return blocks(node, "\n\n");
  if (node.type === "table") return blocks(node, "\n");
  if (node.type === "tableRow") return node.children.map(plainForm).join(" | ");
  if (node.type === "list")
    return node.children.map((item, index) => plainItem(item, markOf(node, index))).join("\n");
  return "children" in node ? inline(node) : "";
}

const inline = (node: Parent) => node.children.map(plainForm).join("");

const blocks = (node: Parent, separator: string) =>
  node.children
    .map(plainForm)
    .filter((text) => text !== "")
    .join(separator);

function markOf(
  { ordered, start }: { ordered?: boolean | null; start?: number | null },
  index: number,
) {
  return ordered ? `${String((start ?? 1) + index)}. ` : "- ";
}

function plainItem(item: Parent & { checked?: boolean | null }, mark: string): string {
  const box = typeof item.checked !== "boolean" ? "" : item.checked ? "[x] " : "[ ] ";
  return `${mark}${box}${blocks(item, "\n").replaceAll("\n", "\n  ")}`;
}
