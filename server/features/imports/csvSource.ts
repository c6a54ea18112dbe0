import { pipeline, Readable } from "node:stream";
import type { Info } from "csv-parse";
import { CsvError, parse } from "csv-parse";
import { IMPORT_MAX_COLUMNS, IMPORT_MAX_ROWS } from "#contract/imports.ts";
import type { ImportFieldColumns } from "#contract/imports.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import { readCsvItem } from "./readCsvItem.ts";
import type { StoredFile } from "./importFile.ts";
import type { SourcePosition, SourceRow } from "./importRecord.ts";
import type { StoredLayout } from "./storedRun.ts";

/** The largest row in bytes. The longest description takes less than half of it. */
const MAX_ROW_BYTES = 256 * 1024;

const DELIMITERS = [",", ";", "\t"];

/** The number of rows that show what a column contains, and the longest sample of a cell. */
const SAMPLE_ROWS = 3;
const SAMPLE_LENGTH = 80;

/** A file that cannot be read any further. The message is for the admin. */
export class UnreadableFile extends Error {}

interface CsvRow {
  cells: string[];
  line: number;
  next: SourcePosition;
}

/**
 * Reads the rows of a CSV file from a position, which is the end of a row.
 * @throws UnreadableFile for an unclosed quote and for a row that is too large
 */
async function* readRows(
  file: StoredFile,
  delimiter: string,
  from: SourcePosition,
): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    info: true,
  });
  pipeline(Readable.from(file.read(from.offset)), parser, () => undefined);
  try {
    for await (const row of parser as AsyncIterable<{ info: Info; record: string[] }>) {
      const { record: cells, info } = row;
      const lines = from.lines + info.lines;
      const breaks = cells.reduce((sum, cell) => sum + cell.split(/\r\n|\n|\r/).length - 1, 0);
      const next = { offset: from.offset + info.bytes, lines };
      yield { cells, line: lines - breaks, next };
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile(problemOf(error, from)) : error;
  }
}

function problemOf(error: CsvError, from: SourcePosition): string {
  const line = from.lines + Number(error["lines"] ?? 0);
  const text =
    error.code === "CSV_QUOTE_NOT_CLOSED"
      ? "a quote is not closed"
      : `a row is larger than ${String(MAX_ROW_BYTES / 1024)} kB. Is a quote not closed?`;
  return `Line ${String(line)}: ${text}`;
}

const START: SourcePosition = { offset: 0, lines: 0 };

async function readFirstRows(file: StoredFile, delimiter: string, rows: number) {
  const first: string[][] = [];
  for await (const { cells } of readRows(file, delimiter, START)) {
    first.push(cells);
    if (first.length === rows) break;
  }
  return first;
}

/**
 * Finds the delimiter, which is the one that divides the heading into most columns, and the columns
 * with samples.
 * @throws HttpError 400 for a file without a heading or with too many columns; UnreadableFile
 */
export async function readCsvLayout(file: StoredFile): Promise<StoredLayout> {
  let best: StoredLayout = { delimiter: ",", columns: [], samples: [] };
  for (const delimiter of DELIMITERS) {
    const [columns = [], ...rows] = await readFirstRows(file, delimiter, 1 + SAMPLE_ROWS);
    if (columns.length <= best.columns.length) continue;
    const samples = columns
      .slice(0, IMPORT_MAX_COLUMNS)
      .map((_, column) =>
        rows.map((cells) => (cells[column] ?? "").slice(0, SAMPLE_LENGTH).toWellFormed()),
      );
    best = { delimiter, columns, samples };
  }
  if (best.columns.length === 0) throw invalid({ file: ["The file is empty"] });
  if (best.columns.length > IMPORT_MAX_COLUMNS) {
    const limit = `at most ${String(IMPORT_MAX_COLUMNS)} columns`;
    throw invalid({ file: [`The file must have ${limit}`] });
  }
  return {
    ...best,
    columns: best.columns.map((name) => name.trim().slice(0, SAMPLE_LENGTH).toWellFormed()),
  };
}

/**
 * Reads the rows of a CSV file as items, from the start or from the end of an earlier row.
 * @throws UnreadableFile
 */
export async function* readCsvItems(
  file: StoredFile,
  { delimiter, columns }: StoredLayout,
  { fields, rows, from }: { fields: ImportFieldColumns; rows: number; from: SourcePosition },
): AsyncGenerator<SourceRow> {
  let isHeading = from.offset === 0;
  let count = rows;
  for await (const { cells, line, next } of readRows(file, delimiter, from)) {
    if (isHeading) {
      isHeading = false;
      continue;
    }
    count += 1;
    if (count > IMPORT_MAX_ROWS)
      throw new UnreadableFile(`The file has more than ${String(IMPORT_MAX_ROWS)} rows`);
    if (cells.length === columns.length) {
      yield { line, next, ...readCsvItem(cells, fields) };
    } else {
      const problem = `The row has ${String(cells.length)} cells instead of ${String(columns.length)}`;
      yield { line, next, title: "", problem };
    }
  }
}
