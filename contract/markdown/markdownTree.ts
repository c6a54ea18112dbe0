import type { Element, ElementContent, Root, RootContent } from "hast";
import type { Schema } from "hast-util-sanitize";
import { sanitize } from "hast-util-sanitize";
import { toHast } from "mdast-util-to-hast";
import { PICTURE_ADDRESS, pictureAttributes } from "../pictureAddress.ts";
import type { MarkdownVariant } from "./parseMarkdown.ts";
import { parseMarkdown } from "./parseMarkdown.ts";

const LINK = /^(?:https?|mailto):/i;

/** What is drawn. The shape of the tree allows no more; this is the second lock. */
const SCHEMA: Schema = {
  tagNames: [
    ..."a blockquote br code del em hr img input li ol p pre strong ul".split(" "),
    ..."h2 h3 h4 h5 h6 table thead tbody tr th td".split(" "),
  ],
  attributes: {
    a: ["href", "title", "rel", "target", "dataPicture"],
    img: [
      ["src", PICTURE_ADDRESS],
      "srcSet",
      "sizes",
      "width",
      "height",
      "alt",
      "title",
      "loading",
    ],
    input: [["type", "checkbox"], "checked", "disabled", "ariaLabel"],
    ol: ["start"],
    td: ["align"],
    th: ["align"],
  },
  protocols: { href: ["http", "https", "mailto"] },
  required: { input: { type: "checkbox", disabled: true } },
};

export interface MarkdownOptions {
  readonly variant?: MarkdownVariant;
  /**
   * The origin of the portal, for a text that is read elsewhere, such as in a mail. Pictures are
   * then links, because a mail client cannot show who is looking.
   */
  readonly origin?: string;
}

/**
 * Returns the elements of a Markdown source. Null for a source that is drawn as plain text
 * (`parseMarkdown`).
 */
export function markdownTree(source: string, options: MarkdownOptions = {}): Root | null {
  const parsed = parseMarkdown(source, options.variant ?? "text");
  if (!parsed) return null;
  const tree = toHast(parsed) as Root;
  const drawn = { ...tree, children: drawnChildren<RootContent>(tree.children, options) };
  return sanitize(drawn, SCHEMA) as Root;
}

function drawnChildren<Child extends RootContent | ElementContent>(
  children: readonly Child[],
  options: DrawingOptions,
): Child[] {
  return children.flatMap((child) =>
    child.type === "element" ? (drawnElement(child, options) as Child[]) : [child],
  );
}

/** A picture in a link leads where the link leads. Every other picture is a link to itself. */
type DrawingOptions = MarkdownOptions & { readonly isInLink?: boolean };

/** Returns the elements that stand for an element of the parser. */
function drawnElement(element: Element, options: DrawingOptions): ElementContent[] {
  const { tagName, properties } = element;
  const isInLink = options.isInLink === true || tagName === "a";
  const children = drawnChildren(element.children, { ...options, isInLink });
  const own = { ...element, children };
  const heading = /^h([1-6])$/.exec(tagName);
  if (tagName === "a") return linked(textOf(properties["href"]), own);
  if (tagName === "img") return [drawnPicture(element, options)];
  // The page's own title is the only first heading.
  if (heading) return [{ ...own, tagName: `h${String(Math.min(Number(heading[1]) + 1, 6))}` }];
  if (tagName === "input") {
    const ariaLabel = properties["checked"] ? "Done" : "Not done";
    return [{ ...own, properties: { ...properties, ariaLabel } }];
  }
  return [own];
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** Returns the link, or only its text if its address leads elsewhere than to the web or a mail. */
function linked(address: string, element: Element): ElementContent[] {
  const [scheme] = LINK.exec(address) ?? [];
  if (scheme === undefined) return element.children;
  const href = scheme.toLowerCase() + address.slice(scheme.length);
  const { title } = element.properties;
  const properties = { href, title, target: "_blank", rel: ["nofollow", "ugc", "noopener"] };
  const text: ElementContent = { type: "text", value: href };
  return [
    { ...element, properties, children: element.children.length > 0 ? element.children : [text] },
  ];
}

/** Returns a picture of the portal, or the link or the text that stands for another picture. */
function drawnPicture(
  { properties }: Element,
  { origin, isInLink = false }: DrawingOptions,
): ElementContent {
  const src = textOf(properties["src"]);
  const alt = textOf(properties["alt"]);
  const attributes = pictureAttributes(src);
  const href = attributes && origin !== undefined ? `${origin}${src}` : src;
  const text: ElementContent = { type: "text", value: alt || (attributes ? "Picture" : src) };
  if (!attributes || origin !== undefined) {
    const link: Element = { type: "element", tagName: "a", properties: {}, children: [text] };
    return linked(href, link)[0] ?? text;
  }
  const picture: Element = {
    type: "element",
    tagName: "img",
    properties: { ...attributes, alt, loading: "lazy" },
    children: [],
  };
  if (isInLink) return picture;
  return {
    type: "element",
    tagName: "a",
    properties: { href: src, dataPicture: "" },
    children: [picture],
  };
}
