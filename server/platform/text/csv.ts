import { withoutBidiControls } from "#contract/storedText.ts";

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

/** Returns the text of a cell without the apostrophe that `harmlessCellText` adds to it. */
export function originalCellText(text: string): string {
  const isProtected = text.startsWith("'") && FORMULA_START.test(text.slice(1).trimStart());
  return isProtected ? text.slice(1) : text;
}

/** Makes spreadsheet programs read the text as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

type Cell = string | number | null;

/** A text is in quotes, and quotes in the text are doubled (RFC 4180). */
function csvCell(value: Cell): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  return `"${harmlessCellText(value).replaceAll('"', '""')}"`;
}

/** Returns one CSV line with its line ending. */
export function csvLine(values: readonly Cell[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

/** Returns the start of a CSV file: the byte order mark and a line with the column names. */
export const csvHeading = (names: readonly string[]): string => BYTE_ORDER_MARK + csvLine(names);

/**
 * Yields a CSV file page by page. The column names are part of the first piece, so that a failure to
 * read the first page happens before the file begins.
 */
export async function* csvFile(
  names: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  let heading = csvHeading(names);
  for await (const rows of pages) {
    yield heading + rows.map(csvLine).join("");
    heading = "";
  }
  if (heading !== "") yield heading;
}
