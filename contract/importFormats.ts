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
