/** What a spreadsheet would take for a formula, or for a cell that begins one; some read full-width signs like the others. */
const FORMULA_START = /^[=+\-@＝＋－＠\t\r\n|%]/;

/** One cell: a text that a spreadsheet would compute gets an apostrophe before it, and quotes are doubled (RFC 4180). */
export function csvCell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  const harmless =
    FORMULA_START.test(text.trimStart()) || FORMULA_START.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** One line with its end. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}
