import { HttpError } from "#server/platform/http/httpError.ts";
import { logoRefused, notAnImage } from "./logoRefusals.ts";
import { elementsOf, limitExpansion } from "./svgExpansion.ts";
import { DRAWING_ELEMENTS } from "./svgRules.ts";
import type { SvgElement } from "./svgTree.ts";
import { parseSvg, SVG_NAMESPACE } from "./svgTree.ts";

const MAX_KILOBYTES = 512;

/**
 * Parses an SVG and writes it again with only the allowed elements and attributes
 * (docs/product-decisions.md "HTTP").
 * @throws HttpError 400 if the content is not an SVG, is dangerous or is too complex; 413 above 512
 * KB
 */
export function readSvg(content: Buffer): Buffer {
  if (!content.includes("<svg") && !content.includes(":svg")) throw notAnImage();
  if (content.length > MAX_KILOBYTES * 1024) {
    throw new HttpError(413, `An SVG file must be at most ${String(MAX_KILOBYTES)}KB`);
  }
  const root = parseSvg(decode(content));
  limitExpansion(root);
  if (![...elementsOf(root)].some(({ name }) => DRAWING_ELEMENTS.has(name))) {
    throw logoRefused("This SVG draws nothing that can be kept");
  }
  return Buffer.from(write(root, ` xmlns="${SVG_NAMESPACE}"`));
}

function decode(content: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    throw logoRefused("Please save the SVG as UTF-8");
  }
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeXml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

function write({ name, attributes, children }: SvgElement, namespace = ""): string {
  let start = `<${name}${namespace}`;
  for (const [key, value] of attributes) start += ` ${key}="${escapeXml(value)}"`;
  if (children.length === 0) return `${start}/>`;
  const inner = children.map((child) =>
    typeof child === "string" ? escapeXml(child) : write(child),
  );
  return `${start}>${inner.join("")}</${name}>`;
}
