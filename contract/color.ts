/** Red, green and blue, each 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

const HEX = /^#(?:([0-9a-f])([0-9a-f])([0-9a-f])|([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2}))$/i;

/** The minimum contrast ratio for text of normal size (WCAG 2.2 AA). */
export const READABLE = 4.5;

export const BLACK = "#000000";
export const WHITE = "#ffffff";

/** Parses a colour of three or six hex digits. Returns null for any other text. */
export function parseHex(hex: string): Rgb | null {
  const digits = HEX.exec(hex)?.slice(1).filter(Boolean);
  const [red, green, blue] = (digits ?? []).map((pair) =>
    Number.parseInt(pair.padStart(2, pair), 16),
  );
  return red === undefined || green === undefined || blue === undefined ? null : [red, green, blue];
}

/**
 * Returns the WCAG contrast ratio of two colours, 1 to 21. An invalid colour is treated as black.
 */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * Returns black or white, whichever has more contrast on `background`. This contrast is at least
 * 4.58.
 */
export function blackOrWhiteOn(background: string): string {
  return contrast(WHITE, background) >= contrast(BLACK, background) ? WHITE : BLACK;
}

/**
 * Returns black or white, whichever increases the contrast between `text` and `background` if it is
 * mixed into `background`.
 */
export function awayFrom(text: string, background: string): string {
  return luminance(text) > luminance(background) ? BLACK : WHITE;
}

/** Returns `wanted` if it is readable on `background`, otherwise black or white. */
export function textColorOn(wanted: string, background: string): string {
  return contrast(wanted, background) >= READABLE ? wanted : blackOrWhiteOn(background);
}

/**
 * Returns `color` if its contrast on `background` is at least 4.5. Otherwise returns the nearest
 * mix with black or white that has this contrast, in steps of one percent.
 */
export function readableOn(color: string, background: string): string {
  const towards = blackOrWhiteOn(background);
  for (let percent = 0; percent < 100; percent += 1) {
    const candidate = mix(color, towards, percent / 100);
    if (contrast(candidate, background) >= READABLE) return candidate;
  }
  return towards;
}

/** Mixes `color` with a `share` (0 to 1) of `other`. */
export function mix(color: string, other: string, share: number): string {
  const from = parseHex(color) ?? [0, 0, 0];
  const to = parseHex(other) ?? [0, 0, 0];
  const channels = from.map((value, index) =>
    Math.round(value + ((to[index] ?? 0) - value) * share),
  );
  return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

function luminance(hex: string): number {
  const [red, green, blue] = (parseHex(hex) ?? [0, 0, 0]).map(linear);
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
