import { withoutBidiControls } from "#server/platform/text/withoutBidiControls.ts";

/**
 * Text that a spreadsheet evaluates as a formula. Some treat full-width signs like the ASCII ones.
 */
const FORMULA_START = /^[=+\-@＝＋－＠\t\r\n|%]/;

/**
 * One cell. Text that a spreadsheet would evaluate gets a leading apostrophe; quotes are doubled
 * (RFC 4180). Characters that would change the direction of the cells after it are removed.
 */
export function csvCell(value: string | number | null): string {
  const text = value === null ? "" : withoutBidiControls(String(value));
  const harmless =
    FORMULA_START.test(text.trimStart()) || FORMULA_START.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** One line with its line ending. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}
