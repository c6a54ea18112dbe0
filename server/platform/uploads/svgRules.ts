import { notAllowedInSvg } from "./logoRefusals.ts";

const words = (list: string) => list.split(/\s+/).filter(Boolean);

/**
 * The allowed elements. Elements that are neither in this list nor in `REFUSED_ELEMENTS` are left
 * out with their content (docs/product-decisions.md "HTTP").
 */
export const ALLOWED_ELEMENTS = new Set(
  words(`svg g path rect circle ellipse line polyline polygon text tspan defs linearGradient radialGradient stop
    clipPath mask title desc use symbol`),
);

/** The only elements whose text is preserved. */
export const TEXT_ELEMENTS = new Set(["text", "tspan", "title", "desc"]);

/** Elements that draw something. */
export const DRAWING_ELEMENTS = new Set(
  words("path rect circle ellipse line polyline polygon text use"),
);

const REFUSED_ELEMENTS = new Map(
  words(`script style foreignObject image feImage a iframe object embed audio video canvas link meta html body base
    form input animate animateColor animateMotion animateTransform set discard handler listener`).map(
    (name) => [name.toLowerCase(), name],
  ),
);

const LINKING_ELEMENTS = new Set(["use", "linearGradient", "radialGradient"]);

const REFERRING_ATTRIBUTES = new Set(["fill", "stroke", "clip-path", "mask"]);

/**
 * Presentation attributes. They are also accepted as `style` declarations and are converted to
 * attributes.
 */
const PRESENTATION = new Set([
  ...REFERRING_ATTRIBUTES,
  ...words(`alignment-baseline baseline-shift clip-rule color color-interpolation direction display dominant-baseline
    fill-opacity fill-rule font-family font-size font-stretch font-style font-variant font-weight letter-spacing
    opacity overflow paint-order shape-rendering stop-color stop-opacity stroke-dasharray stroke-dashoffset
    stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration
    text-rendering transform transform-origin vector-effect visibility word-spacing writing-mode`),
]);

const ALLOWED_ATTRIBUTES = new Set([
  ...PRESENTATION,
  ...words(`viewBox preserveAspectRatio width height version x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points
    pathLength offset dx dy rotate textLength lengthAdjust gradientUnits gradientTransform spreadMethod clipPathUnits
    maskUnits maskContentUnits`),
]);

const ALLOWED_FUNCTIONS = new Set(
  words(`rgb rgba hsl hsla hwb lab lch oklab oklch color matrix translate translateX translateY scale scaleX scaleY
    rotate skewX skewY`).map((name) => name.toLowerCase()),
);

/**
 * Matches a value of letters, digits, white space and some punctuation. A value with a backslash,
 * colon or slash does not match, because URLs with a host and escape sequences need these
 * characters. The function `url()` is refused by `ALLOWED_FUNCTIONS`.
 */
const PLAIN_VALUE = /^[\p{L}\p{N}\s#.,%()+\-_'"]*$/u;
const LOCAL_URL = /^url\(\s*(?<quote>["']?)#(?<id>[\w.-]+)\k<quote>\s*\)(?<fallback>\s+[\w#]+)?$/;
const EXTERNAL_URL = /url\(\s*["']?(?!["'\s#)])/i;
/**
 * A function name and its opening bracket. The name and the white space before the bracket have a
 * maximum length, so that long values are matched in linear time.
 */
const FUNCTION = /([\p{L}\p{N}_-]{0,20})\s{0,4}\(/gu;
const MAX_FUNCTIONS = 100;
const ID = /^[A-Za-z_][\w.-]{0,199}$/;

/** One attribute with its resolved namespace. */
export interface RawAttribute {
  readonly local: string;
  /** The namespace; "" for an attribute without a prefix. */
  readonly uri: string;
  readonly value: string;
}

const XLINK = "http://www.w3.org/1999/xlink";
const isHref = ({ local, uri }: RawAttribute) => local === "href" && (uri === "" || uri === XLINK);

/** Refuses elements and attributes that run scripts or load resources. @throws HttpError 400 */
export function refuseDangerousParts(element: string, attributes: readonly RawAttribute[]): void {
  const refused = REFUSED_ELEMENTS.get(element.toLowerCase());
  if (refused) throw notAllowedInSvg(refused);
  for (const attribute of attributes) {
    const { local, uri, value } = attribute;
    if (/^on/i.test(local)) throw notAllowedInSvg(local.slice(0, 30));
    const leavesFile = isHref(attribute)
      ? !/^\s*(?:#|$)/.test(value)
      : uri === "" && EXTERNAL_URL.test(value);
    if (leavesFile) throw notAllowedInSvg("an external reference");
  }
}

/**
 * Returns the allowed attributes of an element that `refuseDangerousParts` has checked. Allowed
 * `style` declarations take precedence over attributes, as in CSS.
 */
export function allowedAttributes(
  element: string,
  attributes: readonly RawAttribute[],
): Map<string, string> {
  const allowed = new Map<string, string>();
  const allow = (name: string, value: string | undefined) => {
    if (value !== undefined) allowed.set(name, value);
  };
  for (const attribute of attributes) {
    const { local, uri } = attribute;
    const value = attribute.value.trim();
    if (isHref(attribute)) {
      if (LINKING_ELEMENTS.has(element) && ID.test(value.slice(1))) allowed.set("href", value);
    } else if (uri === "" && local === "id") {
      if (ID.test(value)) allowed.set("id", value);
    } else if (uri === "" && ALLOWED_ATTRIBUTES.has(local)) {
      allow(local, allowedValue(local, value));
    }
  }
  const style = attributes.find(({ local, uri }) => uri === "" && local === "style")?.value ?? "";
  for (const declaration of style.split(";")) {
    const colon = declaration.indexOf(":");
    const name = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (PRESENTATION.has(name))
      allow(name, allowedValue(name, declaration.slice(colon + 1).trim()));
  }
  return allowed;
}

function allowedValue(name: string, value: string): string | undefined {
  if (REFERRING_ATTRIBUTES.has(name)) {
    const { id, fallback = "" } = LOCAL_URL.exec(value)?.groups ?? {};
    if (id) return `url(#${id})${fallback}`;
  }
  if (!PLAIN_VALUE.test(value)) return undefined;
  let functions = 0;
  for (const [, called = ""] of value.matchAll(FUNCTION)) {
    functions += 1;
    if (functions > MAX_FUNCTIONS || !ALLOWED_FUNCTIONS.has(called.toLowerCase())) return undefined;
  }
  return value;
}

/** Returns the ids that the allowed attributes refer to. */
export function referencesOf(attributes: ReadonlyMap<string, string>): string[] {
  const href = attributes.get("href");
  const ids = href === undefined ? [] : [href.slice(1)];
  for (const name of REFERRING_ATTRIBUTES) {
    const id = LOCAL_URL.exec(attributes.get(name) ?? "")?.groups?.["id"];
    if (id) ids.push(id);
  }
  return ids;
}
