import type { BrandingSettings } from "#contract/branding.ts";
import { TEXT_SURFACES } from "./brandStyle.ts";
import { blackOrWhiteOn, contrast, READABLE, WHITE } from "./color.ts";

/** How well one of a brand's colours reads, and what the portal does where it does not. */
export interface ContrastCheck {
  readonly label: string;
  /** 1 to 21 (WCAG). */
  readonly ratio: number;
  /** What is shown in place of a colour that does not read; null where it does. */
  readonly remedy: string | null;
  /**
   * Somebody asked for just this combination, so they should know; else the remedy is a matter of
   * course.
   */
  readonly isWarning: boolean;
}

/** Every place where text and a brand's colour meet. The colours have to be valid. */
export function contrastChecks(colors: BrandingSettings): ContrastCheck[] {
  const { buttonTextColor, primaryColor, menuActiveColor } = colors;
  const standIn = blackOrWhiteOn(primaryColor) === WHITE ? "White" : "Black";
  return [
    check(
      "Button text on the primary colour",
      [buttonTextColor, primaryColor],
      `${standIn} is used instead.`,
      true,
    ),
    check(
      "Menu text on the active menu colour",
      [blackOrWhiteOn(menuActiveColor), menuActiveColor],
      "",
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

/** '4.5:1', rounded down so that what fails never looks as if it passed. */
export function ratioLabel(ratio: number): string {
  return `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;
}
