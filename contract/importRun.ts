import * as z from "zod/mini";
import { timestamp } from "./fields.ts";
import { OfferedBoard, OfferedSettings } from "./importedCompany.ts";
import { ImportDelimiter, ImportEncoding, ImportSource } from "./importFormats.ts";
import { ImportFieldColumns, ImportNameKind } from "./importMapping.ts";

/**
 * Work is in progress in the states `uploading`, `reading`, `checking` (the dry run), `running` and
 * `undoing`. In the state `failed`, the file, or the data of the other product, could not be read.
 * An `uploaded` import waits for its dry run, and a `checked` import waits for its run.
 */
export const IMPORT_STATES = [
  "uploading",
  "reading",
  "failed",
  "uploaded",
  "checking",
  "checked",
  "running",
  "done",
  "undoing",
  "undone",
] as const;

/**
 * The kinds of records in a file, in the order in which an import writes them. Pictures are those of
 * the texts of the other records. A status change is an entry of an item's timeline. A merge makes
 * one item a part of another item. A view is a saved view of the list. A changelog entry links items.
 */
export const IMPORT_KINDS = [
  "picture",
  "item",
  "status_change",
  "comment",
  "vote",
  "follow",
  "merge",
  "view",
  "changelog_entry",
] as const;
export const ImportKind = z.enum(IMPORT_KINDS);
export type ImportKind = z.output<typeof ImportKind>;

/**
 * What an import does with a record. A `new` record creates something. A `changed` record changes
 * what an earlier import has created. A `same` record changes nothing.
 */
export const IMPORT_FATES = ["new", "changed", "same", "skipped"] as const;
export const ImportFate = z.enum(IMPORT_FATES);
export type ImportFate = z.output<typeof ImportFate>;

/** The numbers of records of one kind, by what the import does with them. */
export const ImportCounts = z.object({
  kind: ImportKind,
  new: z.number(),
  changed: z.number(),
  same: z.number(),
  skipped: z.number(),
});
export type ImportCounts = z.output<typeof ImportCounts>;

/** A record that the import has skipped, or that it creates or changes. */
export const ImportExample = z.object({
  kind: ImportKind,
  /**
   * The name of the file inside the ZIP, or the name of the list that was read from Canny; null if
   * the upload is a CSV file.
   */
  file: z.nullable(z.string()),
  /** The line in the file, or the number of the record; counted from 1. */
  line: z.number(),
  fate: ImportFate,
  title: z.string(),
  reason: z.nullable(z.string()),
});
export type ImportExample = z.output<typeof ImportExample>;

/** One import of a company. */
export const ImportRun = z.object({
  id: z.number(),
  source: ImportSource,
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  /** The columns of a CSV file, each with up to three of its values; empty for other files. */
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  /**
   * The encoding and the separator of a CSV file, which the import has guessed or an admin has
   * chosen; absent for other files.
   */
  table: z.optional(z.object({ encoding: ImportEncoding, delimiter: ImportDelimiter })),
  mapping: z.object({ columns: ImportFieldColumns, boardId: z.nullable(z.number()) }),
  /**
   * The order of day and month in the column of the creation date, which the file reveals or an
   * admin has chosen. `unknown` if the admin must choose it. Absent if no date needs it.
   */
  dateOrder: z.optional(z.enum(["day_first", "month_first", "unknown"])),
  /**
   * The distinct names that the dry run has found in the file, up to 200 of each kind. For a
   * Hearback export, the list also contains the names of all its boards and topics; for Canny's
   * API, the names of all boards.
   */
  names: z.array(
    z.object({
      kind: ImportNameKind,
      name: z.string(),
      rows: z.number(),
      target: z.nullable(z.string()),
      /**
       * `proposed`: the import has found the target, by an equal name or by a status name with the
       * same meaning. `chosen`: an admin has chosen the target. `unknown`: there is no target yet.
       */
      match: z.enum(["proposed", "chosen", "unknown"]),
      /** The exported board, if `name` is the name of a board in a Hearback export or in Canny. */
      board: z.optional(OfferedBoard),
    }),
  ),
  /**
   * The settings that can be imported; absent if the file is not a Hearback export, or if the
   * settings in the export are not valid.
   */
  settings: z.optional(OfferedSettings),
  /**
   * The amount of work that is done, and the total amount, in a unit that depends on the state.
   * Null if no work is in progress.
   */
  progress: z.nullable(z.object({ done: z.number(), total: z.number() })),
  /**
   * The result of the dry run; after the run, the result of the run. Kinds that the file does not
   * contain are absent.
   */
  counts: z.array(ImportCounts),
  /**
   * `total` is the number of people whom the new and changed records name. `new` is the number of
   * those whom no earlier import has named, so that the run creates accounts for them. Null before
   * the dry run.
   */
  people: z.nullable(z.object({ total: z.number(), new: z.number() })),
  /** The first new and the first changed records of the dry run, up to five of each. */
  examples: z.array(ImportExample),
  /** The first 20 records that the dry run or the run has skipped. */
  skipped: z.array(ImportExample),
  /**
   * Why the import has failed, or why the file cannot be read in the encoding and with the
   * separator that an admin has chosen; null otherwise.
   */
  problem: z.nullable(z.string()),
  createdAt: timestamp,
  finishedAt: z.nullable(timestamp),
  /** Until when the run can be undone; null if the run cannot be undone. */
  undoableUntil: z.nullable(timestamp),
});
export type ImportRun = z.output<typeof ImportRun>;
