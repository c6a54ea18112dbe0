// This file is apart from `fields.ts`, because every page needs it and few pages need zod.

/** Any character except spaces and characters that show nothing, such as U+200B and U+2800. */
const VISIBLE =
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\uFFF9-\uFFFB\u{1D159}]/u;

/**
 * Thirty combining marks with another one behind them. To sort such a row, normalizing takes
 * quadratic time, here and in PostgreSQL.
 */
const MANY_MARKS = /[^\P{M}\u034F]{30}(?=[^\P{M}\u034F])/gu;

/**
 * Returns a text in NFC and without surrounding spaces; "" if it has no visible character. Rows of
 * combining marks are divided by U+034F, as the Stream-Safe Text Format of Unicode Annex 15 does.
 */
export function storedText(given: string): string {
  const stored = given.trim().replaceAll(MANY_MARKS, "$&\u034F").normalize();
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
