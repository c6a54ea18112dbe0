import type { BrandingSettings } from "#contract/branding.ts";
import { TEXT_SURFACES } from "./brandStyle.ts";
import { blackOrWhiteOn, contrast, READABLE, WHITE } from "#contract/color.ts";

/**
 * The contrast of a text colour on a background colour, and the replacement of the text colour if
 * the contrast is too low.
 */
export interface ContrastCheck {
  readonly label: string;
  /** The WCAG contrast ratio, 1 to 21. */
  readonly ratio: number;
  /** A sentence about the replacement of an unreadable colour; null if the colour is readable. */
  readonly remedy: string | null;
  /**
   * Whether to display a warning. True if an admin can configure both colours and the text is
   * unreadable.
   */
  readonly isWarning: boolean;
}

/**
 * Checks the button text on the primary colour, and links in the primary colour on light and on
 * dark pages. The colours must be valid.
 */
export function contrastChecks(colors: BrandingSettings): ContrastCheck[] {
  const { buttonTextColor, primaryColor } = colors;
  const standIn = blackOrWhiteOn(primaryColor) === WHITE ? "White" : "Black";
  return [
    check(
      "Button text on the primary colour",
      [buttonTextColor, primaryColor],
      `${standIn} is used instead.`,
      true,
    ),
    check(
      "Links in the primary colour on a light page",
      [primaryColor, TEXT_SURFACES.light],
      "A darker shade is used for text.",
    ),
    check(
      "Links in the primary colour on a dark page",
      [primaryColor, TEXT_SURFACES.dark],
      "A lighter shade is used for text.",
    ),
  ];
}

function check(
  label: string,
  [text, background]: readonly [string, string],
  remedy: string,
  isWish = false,
): ContrastCheck {
  const ratio = contrast(text, background);
  const isReadable = ratio >= READABLE;
  return { label, ratio, remedy: isReadable ? null : remedy, isWarning: isWish && !isReadable };
}

/**
 * Formats a ratio such as '4.5:1'. The ratio is rounded down, so that a failing ratio never looks
 * like a passing ratio.
 */
export function ratioLabel(ratio: number): string {
  return `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;
}
