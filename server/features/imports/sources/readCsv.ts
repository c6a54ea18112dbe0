import { pipeline, Readable } from "node:stream";
import type { CsvError, Info } from "csv-parse";
import type { ImportDelimiter, ImportEncoding } from "#contract/importFormats.ts";
import { IMPORT_DELIMITERS, IMPORT_MAX_COLUMNS } from "#contract/importFormats.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import type { StoredLayout } from "#server/features/imports/storedRun.ts";
import { originalCellText } from "#server/platform/text/csv.ts";
import { decodeText } from "./decodeText.ts";
import type { SourceRecord } from "./importRecord.ts";
import { DateOrders } from "./readDate.ts";
import type { StoredFile } from "./source.ts";
import { UnreadableFile } from "./source.ts";

/**
 * The maximum size of a row in bytes, which is more than twice the size of the longest valid
 * description.
 */
const MAX_ROW_BYTES = 256 * 1024;

/**
 * The number of bytes and rows from which the delimiter is guessed. The bytes bound the time that an
 * upload takes on the serving thread.
 */
const GUESS_BYTES = 64 * 1024;
const GUESS_ROWS = 20;

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
 * Returns options with which the parser passes rows to `onRow`. It leaves out rows without a text and the line `sep=;`, in which some programs name the delimiter.
 */
function rowOptions(delimiter: string, onRow: (row: CsvRow) => void) {
  // The parser counts a CRLF within a cell as two line breaks. `countedTwice` is the number of
  // these CRLFs so far.
  let countedTwice = 0;
  // The line in which the last row ended, and the number of empty lines until then.
  let [ended, empty] = [0, 0];
  // The parser calls this for each row before it reports an error in a later row.
  const onRecord = (cells: string[], info: Info): string[] | null => {
    const count = (lineBreak: RegExp) =>
      cells.reduce((sum, cell) => sum + cell.split(lineBreak).length - 1, 0);
    countedTwice += count(/\r\n/);
    [ended, empty] = [info.lines - countedTwice, info.empty_lines];
    const line = ended - count(/\r\n|\n|\r/);
    if (cells.every((cell) => BLANK.test(cell)) || (line === 1 && delimiterIn(cells))) return null;
    onRow({ cells: cells.map(originalCellText), line });
    return cells;
  };
  const options = {
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    on_record: onRecord,
  };
  const problemOf = (error: CsvError) => {
    const line = ended + Number(error["empty_lines"] ?? 0) - empty + 1;
    const text =
      error.code === "CSV_QUOTE_NOT_CLOSED"
        ? "a quote is not closed"
        : `a row is larger than ${String(MAX_ROW_BYTES / 1024)} kB. Is a quote not closed?`;
    return new UnreadableFile(`Line ${String(line)}: ${text}`);
  };
  return { options, problemOf };
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
  // The rows that the parser has read but not yielded yet.
  const rows: CsvRow[] = [];
  const { options, problemOf } = rowOptions(delimiter, (row) => rows.push(row));
  const parser = parse(options);
  pipeline(Readable.from(text), parser, () => undefined);
  try {
    for await (const _ of parser) {
      const row = rows.shift();
      if (row) yield row;
    }
  } catch (error) {
    throw error instanceof CsvError ? problemOf(error) : error;
  }
}

/** A cell without a text, also in a row of separators of another kind. */
const BLANK = /^[\s,;|]*$/;

/** Returns the delimiter that the first line of a file names. */
function delimiterIn(cells: readonly string[]): ImportDelimiter | undefined {
  const [, named, rest] = /^sep=([,;|\t]?)(.*)$/i.exec(cells[0]?.trim() ?? "") ?? [];
  if (named === undefined || rest !== "" || cells.length > 2 || cells[1]) return undefined;
  return IMPORT_DELIMITERS.find((delimiter) => delimiter === named) ?? IMPORT_DELIMITERS[0];
}

interface FirstRows {
  delimiter: ImportDelimiter;
  rows: string[][];
  /** Why the rows of which samples are shown cannot be read. */
  problem?: UnreadableFile;
}

async function readFirstRows(
  { text, isPart }: Start,
  delimiter: ImportDelimiter,
): Promise<FirstRows> {
  const { CsvError, parse } = await import("csv-parse/sync");
  const rows: string[][] = [];
  const { options, problemOf } = rowOptions(delimiter, ({ cells }) => rows.push(cells));
  try {
    parse(text, { ...options, to: GUESS_ROWS });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isShown = !isPart && rows.length <= SAMPLE_ROWS;
    return { delimiter, rows, ...(isShown && { problem: problemOf(error) }) };
  }
  return { delimiter, rows };
}

/**
 * Returns how well a delimiter divides rows: the share of rows with as many cells as the heading.
 * Other rows with several cells count half.
 */
function scoreOf([heading = [], ...rows]: readonly string[][]): number {
  if (heading.length < 2) return 0;
  const scores = rows.map((cells) =>
    cells.length === heading.length ? 1 : cells.length > 1 ? 0.5 : 0,
  );
  return scores.reduce((sum: number, score) => sum + score, 1) / (rows.length + 1);
}

function isBetter(rows: readonly string[][], others: readonly string[][]): boolean {
  const [score, other] = [scoreOf(rows), scoreOf(others)];
  const isWider = (rows[0]?.length ?? 0) > (others[0]?.length ?? 0);
  return score > other || (score === other && isWider);
}

interface Start {
  text: Buffer;
  /** Whether the file has more lines than the text. */
  isPart: boolean;
}

/** Reads the whole lines in the first `GUESS_BYTES` of a text. */
async function readStart(text: AsyncIterable<Buffer>): Promise<Start> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of text) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > GUESS_BYTES) break;
  }
  const start = Buffer.concat(pieces).subarray(0, GUESS_BYTES);
  if (bytes <= GUESS_BYTES) return { text: start, isPart: false };
  const end = Math.max(start.lastIndexOf("\n"), start.lastIndexOf("\r")) + 1;
  return { text: start.subarray(0, end), isPart: true };
}

/** How the bytes of a table become rows. */
export interface TableFormat {
  encoding: ImportEncoding;
  /** Without it, the delimiter is the one that the file names or that divides the first rows best. */
  delimiter?: ImportDelimiter;
}

/**
 * Finds the delimiter and the columns with samples.
 * @throws HttpError 400 for a file without a heading or with too many columns
 * @throws UnreadableFile for an unclosed quote and for a row that is too large
 */
export async function readCsvLayout(
  file: StoredFile,
  { encoding, delimiter: chosen }: TableFormat,
): Promise<StoredLayout> {
  const start = await readStart(decodeText(file.read(0), encoding));
  const named = delimiterIn([/^([^\r\n]*)/.exec(start.text.toString())?.[1] ?? ""]);
  const given = chosen ?? named;
  let best: FirstRows | undefined;
  for (const delimiter of given === undefined ? IMPORT_DELIMITERS : [given]) {
    const found = await readFirstRows(start, delimiter);
    if (!best || isBetter(found.rows, best.rows)) best = found;
  }
  const { delimiter = ",", rows = [], problem } = best ?? {};
  if (problem) throw problem;
  const text = () => decodeText(file.read(0), encoding);
  const [heading = await readHeading(text(), delimiter), ...samples] = rows;
  if (heading.length === 0) throw invalid({ file: ["The file is empty"] });
  if (heading.length > IMPORT_MAX_COLUMNS) {
    const limit = `at most ${String(IMPORT_MAX_COLUMNS)} columns`;
    throw invalid({ file: [`The file must have ${limit}`] });
  }
  const textOf = (cell = "") => cell.replaceAll("\0", "").slice(0, SAMPLE_LENGTH).toWellFormed();
  const dateOrders = new DateOrders(heading.length);
  for (const cells of samples) dateOrders.add(cells);
  return {
    format: "csv",
    encoding,
    delimiter,
    columns: heading.map((name) => textOf(name.trim())),
    samples: heading.map((_, column) =>
      samples.slice(0, SAMPLE_ROWS).map((cells) => textOf(cells[column])),
    ),
    dateOrders: dateOrders.found(),
  };
}

/** Reads the heading of a text in which it is longer than the part that is guessed from. */
async function readHeading(text: AsyncIterable<Buffer>, delimiter: string): Promise<string[]> {
  for await (const { cells } of parseCsv(text, delimiter)) return cells;
  return [];
}

/**
 * Reads the rows of a CSV file after its heading.
 * @throws UnreadableFile for an unclosed quote and for a row that is too large
 */
export async function* readCsvRows(
  file: StoredFile,
  { encoding, delimiter, columns }: StoredLayout,
): AsyncGenerator<SourceRecord> {
  let isHeading = true;
  for await (const { cells, line } of parseCsv(decodeText(file.read(0), encoding), delimiter)) {
    if (isHeading) {
      isHeading = false;
      continue;
    }
    const place = { file: null, line };
    // Cells that a short row lacks are not stored, so that short rows cannot fill the storage.
    if (cells.slice(columns.length).every((cell) => cell.trim() === "")) {
      yield { ...place, kind: "row", cells: cells.slice(0, columns.length) };
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
