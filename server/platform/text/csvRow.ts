import { harmlessCellText } from "#server/platform/text/csv.ts";

/** Makes spreadsheet programs read the text as UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

type Cell = string | number | null;

/**
 * Returns one row of CSV (RFC 4180). A text that a spreadsheet program would read as a formula gets
 * a leading apostrophe.
 */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join()}\r\n`;
}

function csvCell(cell: Cell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const text = harmlessCellText(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the start of a CSV file: the byte order mark and a row with the column names. */
export const csvHeading = (names: readonly string[]): string => BYTE_ORDER_MARK + csvRow(names);
