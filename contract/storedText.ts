// This file is apart from `fields.ts`, because every page needs it and few pages need zod.

/** Any character except spaces and characters that show nothing, such as U+200B and U+2800. */
const VISIBLE =
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\uFFF9-\uFFFB\u{1D159}]/u;

/** A row of combining marks that no script has. To sort it, normalizing takes quadratic time. */
const MANY_MARKS = /\p{M}{64}/u;

/**
 * Returns a text in NFC and without surrounding spaces; "" if it has no visible character. A text
 * with rows of combining marks that no script has is not normalized.
 */
export function storedText(given: string): string {
  const trimmed = given.trim();
  const stored = MANY_MARKS.test(trimmed) ? trimmed : trimmed.normalize();
  return VISIBLE.test(stored) ? stored : "";
}

/**
 * Removes the characters that embed, override or isolate a text direction (Unicode Annex 9): U+202A
 * to U+202E and U+2066 to U+2069. Without its closing character, such a character changes the order
 * of all text that follows in its line.
 */
export const withoutBidiControls = (given: string): string =>
  given.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, "");

/** Whether a text has neither line breaks nor other control characters. */
export const isOneLine = (given: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(given);

/** Makes one line of a text from elsewhere: spaces replace line breaks and control characters. */
export const oneLine = (given: string): string =>
  storedText(withoutBidiControls(given).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " "));
