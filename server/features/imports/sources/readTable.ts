import { parseCsv } from "./readCsv.ts";
import { UnreadableFile } from "./source.ts";

/** A row of a CSV text. Cells are found by the names of their columns. */
export interface TableRow {
  /** The line in which the row begins, counted from 1. */
  line: number;
  /** Returns a cell without surrounding spaces; empty if the text does not have the column. */
  cell: (column: string) => string;
  hasColumn: (column: string) => boolean;
  /** Why the row cannot be read; null for a valid row. */
  problem: string | null;
}

const keyOf = (column: string) => column.toLowerCase().replaceAll(/[\s_]/g, "");

/**
 * Reads the rows of a CSV text after its heading.
 * @param required the columns that the text must have
 * @param name the expected kind of file, for the error message
 * @throws UnreadableFile for missing columns, an unclosed quote and a row that is too large
 */
export async function* readTable(
  text: AsyncIterable<Buffer>,
  delimiter: string,
  { required, name }: { required: readonly string[]; name: string },
): AsyncGenerator<TableRow> {
  let columns: Map<string, number> | undefined;
  let width = 0;
  for await (const { cells, line } of parseCsv(text, delimiter)) {
    if (!columns) {
      columns = new Map(cells.map((column, index) => [keyOf(column.trim()), index]));
      width = cells.length;
      requireColumns(columns, required, name);
      continue;
    }
    const found = columns;
    const problem =
      cells.length === width
        ? null
        : `The row has ${String(cells.length)} cells instead of ${String(width)}`;
    yield {
      line,
      cell: (column) => cells[found.get(keyOf(column)) ?? -1]?.trim() ?? "",
      hasColumn: (column) => found.has(keyOf(column)),
      problem,
    };
  }
  if (!columns) requireColumns(new Map(), required, name);
}

function requireColumns(
  columns: ReadonlyMap<string, number>,
  required: readonly string[],
  name: string,
): void {
  const missing = required.filter((column) => !columns.has(keyOf(column)));
  if (missing.length > 0)
    throw new UnreadableFile(`This is not ${name}. Missing columns: ${missing.join(", ")}`);
}
