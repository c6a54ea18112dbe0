import type { SaxesTagNS } from "saxes";
import { SaxesParser } from "saxes";
import { HttpError } from "#server/platform/http/httpError.ts";
import { logoRefused, notAllowedInSvg, notAnImage, svgTooComplex } from "./logoRefusals.ts";
import {
  ALLOWED_ELEMENTS,
  allowedAttributes,
  refuseDangerousParts,
  TEXT_ELEMENTS,
} from "./svgRules.ts";

/** An allowed element with its allowed attributes and children. */
export interface SvgElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (SvgElement | string)[];
}

export const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const MAX_DEPTH = 64;
const MAX_ELEMENTS = 5_000;
const MAX_ATTRIBUTES = 40;

const isSvg = ({ uri }: { uri: string }) => uri === SVG_NAMESPACE || uri === "";

/**
 * Parses an SVG document into a tree of its allowed parts. Comments, metadata and editors' own
 * elements are left out.
 * @throws HttpError 400 if the document is dangerous, over a limit, not well-formed, or not an SVG
 */
export function parseSvg(text: string): SvgElement {
  const builder = new TreeBuilder();
  const parser = new SaxesParser({ xmlns: true, position: false });
  let attributes = 0;
  parser.on("xmldecl", ({ encoding = "utf-8" }) => {
    if (!/^(?:utf-8|us-ascii)$/i.test(encoding)) throw logoRefused("Please save the SVG as UTF-8");
  });
  parser.on("doctype", (doctype) => {
    throw /^\s*html\b/i.test(doctype) ? notAnImage() : notAllowedInSvg("DOCTYPE");
  });
  parser.on("processinginstruction", () => {
    throw notAllowedInSvg("a processing instruction");
  });
  parser.on("opentagstart", () => {
    attributes = 0;
    builder.count();
  });
  parser.on("attribute", () => {
    if ((attributes += 1) > MAX_ATTRIBUTES) throw svgTooComplex();
  });
  parser.on("opentag", (tag) => builder.open(tag));
  parser.on("closetag", () => builder.close());
  parser.on("text", (part) => builder.text(part));
  parser.on("cdata", (part) => builder.text(part));
  parser.on("error", (error) => {
    throw error;
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof HttpError) throw error;
    if (error instanceof Error && /undefined entity/.test(error.message))
      throw notAllowedInSvg("an entity");
    throw builder.root ? logoRefused("This SVG is damaged") : notAnImage();
  }
  if (!builder.root) throw notAnImage();
  return builder.root;
}

class TreeBuilder {
  root: SvgElement | undefined;
  /** The open elements; null for an element that is left out. */
  private readonly path: (SvgElement | null)[] = [];
  private elements = 0;

  count(): void {
    this.elements += 1;
    if (this.elements > MAX_ELEMENTS || this.path.length >= MAX_DEPTH) throw svgTooComplex();
  }

  open(tag: SaxesTagNS): void {
    if (this.path.length === 0 && !(tag.local === "svg" && isSvg(tag))) throw notAnImage();
    const attributes = Object.values(tag.attributes);
    refuseDangerousParts(tag.local, attributes);
    const parent = this.path.at(-1);
    if (parent === null || !isSvg(tag) || !ALLOWED_ELEMENTS.has(tag.local)) {
      this.path.push(null);
      return;
    }
    const element = {
      name: tag.local,
      attributes: allowedAttributes(tag.local, attributes),
      children: [],
    };
    if (parent) parent.children.push(element);
    else this.root = element;
    this.path.push(element);
  }

  close(): void {
    this.path.pop();
  }

  text(part: string): void {
    const element = this.path.at(-1);
    if (element && TEXT_ELEMENTS.has(element.name)) element.children.push(part);
  }
}
