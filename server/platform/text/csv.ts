import { withoutBidiControls } from "./withoutBidiControls.ts";

/**
 * Matches text that a spreadsheet evaluates as a formula. Some spreadsheets treat full-width signs
 * like ASCII signs.
 */
const FORMULA_START = /^[=+\-@＝＋－＠\t\r\n|%]/;

/**
 * Makes a text safe for a cell of a spreadsheet. Text that a spreadsheet would evaluate as a
 * formula gets a leading apostrophe. Bidirectional control characters are removed, because they
 * would change the text direction of the following cells.
 */
export function harmlessCellText(text: string): string {
  const plain = withoutBidiControls(text);
  return FORMULA_START.test(plain.trimStart()) || FORMULA_START.test(plain) ? `'${plain}` : plain;
}

/** Returns one CSV cell in quotes. Quotes in the text are doubled (RFC 4180). */
export function csvCell(value: string | number | null): string {
  const text = value === null ? "" : harmlessCellText(String(value));
  return `"${text.replaceAll('"', '""')}"`;
}

/** Returns one CSV line with its line ending. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}
