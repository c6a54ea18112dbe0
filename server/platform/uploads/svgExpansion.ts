import { svgTooComplex } from "./logoRefusals.ts";
import { referencesOf } from "./svgRules.ts";
import type { SvgElement } from "./svgTree.ts";

/** Maximum number of elements that a browser would render after expanding all references. */
const MAX_DRAWN = 20_000;
const MAX_NESTING = 128;

interface Measure {
  elements: number;
  nesting: number;
}

/**
 * Refuses documents that expand to too many elements. A few nested `use` elements can expand to
 * billions of elements, or refer to themselves.
 * @throws HttpError 400
 */
export function limitExpansion(root: SvgElement): void {
  const byId = new Map<string, SvgElement>();
  for (const element of elementsOf(root)) {
    const id = element.attributes.get("id");
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  }
  const measured = new Map<SvgElement, Measure | "open">();
  const measure = (element: SvgElement, depth: number): Measure => {
    const known = measured.get(element);
    if (known === "open" || depth > MAX_NESTING) throw svgTooComplex();
    if (known) return known;
    measured.set(element, "open");
    const total: Measure = { elements: 1, nesting: 1 };
    const referred = referencesOf(element.attributes).map((id) => byId.get(id));
    for (const part of [...element.children, ...referred]) {
      if (part === undefined || typeof part === "string") continue;
      const { elements, nesting } = measure(part, depth + 1);
      total.elements += elements;
      total.nesting = Math.max(total.nesting, nesting + 1);
    }
    if (total.elements > MAX_DRAWN || total.nesting > MAX_NESTING) throw svgTooComplex();
    measured.set(element, total);
    return total;
  };
  measure(root, 1);
}

/** Yields an element and all its descendants. */
export function* elementsOf(element: SvgElement): Generator<SvgElement> {
  yield element;
  for (const child of element.children) {
    if (typeof child !== "string") yield* elementsOf(child);
  }
}
