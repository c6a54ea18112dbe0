import { pipeline, Readable } from "node:stream";
import type { CsvError, Info } from "csv-parse";
import { IMPORT_MAX_COLUMNS } from "#contract/imports.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import type { StoredLayout } from "#server/features/imports/storedRun.ts";
import type { SourceRecord } from "./importRecord.ts";
import type { StoredFile } from "./source.ts";
import { UnreadableFile } from "./source.ts";

/**
 * The maximum size of a row in bytes, which is more than twice the size of the longest valid
 * description.
 */
const MAX_ROW_BYTES = 256 * 1024;

const DELIMITERS = [",", ";", "\t"];

/**
 * The number of rows from which samples of each column are taken, and the maximum length of a
 * sample in characters.
 */
const SAMPLE_ROWS = 3;
const SAMPLE_LENGTH = 80;

interface CsvRow {
  cells: string[];
  /** The line in which the row begins, counted from 1. */
  line: number;
}

/**
 * Reads the rows of a CSV text, including the heading.
 * @throws UnreadableFile for an unclosed quote and for a row that is too large
 */
export async function* parseCsv(
  text: AsyncIterable<Buffer>,
  delimiter: string,
): AsyncGenerator<CsvRow> {
  const { CsvError, parse } = await import("csv-parse");
  const parser = parse({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    info: true,
  });
  pipeline(Readable.from(text), parser, () => undefined);
  // The parser counts a CRLF within a cell as two line breaks. `countedTwice` is the number of
  // these CRLFs so far.
  let countedTwice = 0;
  try {
    for await (const row of parser as AsyncIterable<{ info: Info; record: string[] }>) {
      const { record: cells, info } = row;
      const count = (lineBreak: RegExp) =>
        cells.reduce((sum, cell) => sum + cell.split(lineBreak).length - 1, 0);
      countedTwice += count(/\r\n/);
      yield { cells, line: info.lines - count(/\r\n|\n|\r/) - countedTwice };
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile(problemOf(error)) : error;
  }
}

function problemOf(error: CsvError): string {
  const text =
    error.code === "CSV_QUOTE_NOT_CLOSED"
      ? "a quote is not closed"
      : `a row is larger than ${String(MAX_ROW_BYTES / 1024)} kB. Is a quote not closed?`;
  return `Line ${String(Number(error["lines"] ?? 0))}: ${text}`;
}

async function readFirstRows(file: StoredFile, delimiter: string, rows: number) {
  const first: string[][] = [];
  for await (const { cells } of parseCsv(file.read(0), delimiter)) {
    first.push(cells);
    if (first.length === rows) break;
  }
  return first;
}

/**
 * Finds the delimiter and the columns with samples. The delimiter is the one that divides the
 * heading into the most columns.
 * @throws HttpError 400 for a file without a heading or with too many columns
 * @throws UnreadableFile for an unclosed quote and for a row that is too large
 */
export async function readCsvLayout(file: StoredFile): Promise<StoredLayout> {
  let best: StoredLayout = { format: "csv", delimiter: ",", columns: [], samples: [] };
  for (const delimiter of DELIMITERS) {
    const [columns = [], ...rows] = await readFirstRows(file, delimiter, 1 + SAMPLE_ROWS);
    if (columns.length <= best.columns.length) continue;
    const samples = columns
      .slice(0, IMPORT_MAX_COLUMNS)
      .map((_, column) =>
        rows.map((cells) => (cells[column] ?? "").slice(0, SAMPLE_LENGTH).toWellFormed()),
      );
    best = { format: "csv", delimiter, columns, samples };
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
 * Reads the rows of a CSV file after its heading.
 * @throws UnreadableFile for an unclosed quote and for a row that is too large
 */
export async function* readCsvRows(
  file: StoredFile,
  { delimiter, columns }: StoredLayout,
): AsyncGenerator<SourceRecord> {
  let isHeading = true;
  for await (const { cells, line } of parseCsv(file.read(0), delimiter)) {
    if (isHeading) {
      isHeading = false;
      continue;
    }
    const place = { file: null, line };
    if (cells.length === columns.length) {
      yield { ...place, kind: "row", cells };
    } else {
      const problem = `The row has ${String(cells.length)} cells instead of ${String(columns.length)}`;
      yield {
        ...place,
        kind: "unreadable",
        of: "item",
        title: cells[0]?.slice(0, 80) ?? "",
        problem,
      };
    }
  }
}
