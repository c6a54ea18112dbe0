import * as z from "zod/mini";

/** Products and file formats whose data can be imported (docs/importing.md). */
export const IMPORT_SOURCES = [
  "csv",
  "canny",
  "fider",
  "uservoice",
  "quackback",
  "hearback",
] as const;
export const ImportSource = z.enum(IMPORT_SOURCES, "Unknown source");
export type ImportSource = z.output<typeof ImportSource>;

/** The maximum size of an uploaded file in bytes. */
export const IMPORT_MAX_BYTES = 500 * 1024 * 1024;
/** The maximum number of records in a file. A row of a CSV file is a record. */
export const IMPORT_MAX_RECORDS = 2_000_000;
/** The maximum number of columns in a file. */
export const IMPORT_MAX_COLUMNS = 200;
/** Number of days after a run during which the run can be undone and its report can be read. */
export const IMPORT_UNDO_DAYS = 7;

/**
 * The encodings of tables, by their names in the Encoding Standard. There, ISO-8859-1 is
 * Windows-1252, ISO-8859-9 is Windows-1254, and GB18030 includes GBK.
 */
export const IMPORT_ENCODINGS = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "windows-874",
  "iso-8859-2",
  "iso-8859-5",
  "iso-8859-7",
  "iso-8859-15",
  "koi8-r",
  "koi8-u",
  "macintosh",
  "shift_jis",
  "euc-jp",
  "gb18030",
  "big5",
  "euc-kr",
] as const;
export const ImportEncoding = z.enum(IMPORT_ENCODINGS, "Unknown encoding");
export type ImportEncoding = z.output<typeof ImportEncoding>;

/** The characters that can separate the cells of a table. */
export const IMPORT_DELIMITERS = [",", ";", "\t", "|"] as const;
export const ImportDelimiter = z.enum(IMPORT_DELIMITERS, "Unknown separator");
export type ImportDelimiter = z.output<typeof ImportDelimiter>;
