import { withoutBidiControls } from "./withoutBidiControls.ts";

/**
 * Matches text that a spreadsheet evaluates as a formula. Some spreadsheets treat full-width signs
 * like ASCII signs.
 */
const FORMULA_START = /^[=+\-@＝＋－＠\t\r\n|%]/;

/**
 * Returns one CSV cell. Text that a spreadsheet would evaluate as a formula gets a leading
 * apostrophe. Quotes are doubled (RFC 4180). Bidirectional control characters are removed, because
 * they would change the text direction of the following cells.
 */
export function csvCell(value: string | number | null): string {
  const text = value === null ? "" : withoutBidiControls(String(value));
  const harmless =
    FORMULA_START.test(text.trimStart()) || FORMULA_START.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** Returns one CSV line with its line ending. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}
