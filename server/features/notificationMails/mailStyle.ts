import type { FeedbackStatus } from "#contract/feedback.ts";

/** Colours in light mode, which mail clients without `prefers-color-scheme` always show. */
export const COLORS = {
  page: "#f3f3f5",
  card: "#ffffff",
  ink: "#18181b",
  muted: "#5c5c66",
  line: "#e0e0e5",
};

/** Fonts that common systems have installed, because mail clients load no fonts. */
export const FONTS =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

type Tone = "neutral" | "amber" | "blue" | "violet" | "green";

interface ToneColors {
  readonly text: string;
  readonly tint: string;
}

/** The colours that statuses have in the portal (web/app/styles/colors.css). */
const TONES: Record<Tone, { readonly light: ToneColors; readonly dark: ToneColors }> = {
  neutral: {
    light: { text: "#5c5c66", tint: "#f1f1f3" },
    dark: { text: "#a6a6b0", tint: "#26262a" },
  },
  amber: {
    light: { text: "#784a06", tint: "#fcf1d6" },
    dark: { text: "#f4cd7a", tint: "#33280f" },
  },
  blue: { light: { text: "#1d4fae", tint: "#e4eefd" }, dark: { text: "#a5c7fd", tint: "#17284a" } },
  violet: {
    light: { text: "#5a2db3", tint: "#efe9fd" },
    dark: { text: "#c7b7fb", tint: "#291f49" },
  },
  green: {
    light: { text: "#17633a", tint: "#dff5e7" },
    dark: { text: "#8de0ad", tint: "#12311f" },
  },
};

const STATUS_TONES: Record<FeedbackStatus, Tone> = {
  new: "neutral",
  evaluating: "amber",
  planned: "blue",
  under_development: "violet",
  complete: "green",
};

/** Returns the class of a status and its colours in light mode. */
export function statusColors(status: FeedbackStatus): ToneColors & { readonly tone: Tone } {
  const tone = STATUS_TONES[status];
  return { tone, ...TONES[tone].light };
}

const DARK: Record<string, string> = {
  ".page": "background-color:#101012",
  ".card": "background-color:#18181b;border-color:#2b2b30",
  ".ink": "color:#ededf0",
  ".muted": "color:#a6a6b0",
  ".quote": "color:#ededf0;border-color:#3a3a41",
  ".rule": "border-color:#2b2b30",
  // The background is light, because logos are often dark.
  ".logo": "background-color:#ffffff;padding:4px 8px;border-radius:4px",
  // The border keeps a dark button visible.
  ".button": "border-color:#70707a",
  ...Object.fromEntries(
    Object.entries(TONES).map(([tone, { dark }]) => [
      `.${tone}`,
      `color:${dark.text};background-color:${dark.tint}`,
    ]),
  ),
};

const DARK_RULES = Object.entries(DARK)
  .map(([selector, declarations]) => `${selector}{${important(declarations)}}`)
  .join("");

/**
 * The content of the style element. The font is set for every cell, because in Outlook cells of
 * inner tables do not inherit the font. The declarations for dark mode are marked `!important`,
 * because they must override inline styles.
 */
export const STYLE = `:root{color-scheme:light dark}td{font-family:${FONTS}}@media (prefers-color-scheme:dark){${DARK_RULES}}`;

function important(declarations: string): string {
  return declarations
    .split(";")
    .map((declaration) => `${declaration} !important`)
    .join(";");
}
