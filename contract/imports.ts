import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { CONFIRM_EMAIL_FIRST } from "./errors.ts";
import { idBody, idParam, line, timestamp } from "./fields.ts";
import { ImportAdditions } from "./importAdditions.ts";
import { OfferedBoard, OfferedSettings } from "./importedCompany.ts";
import { forEachField } from "./importFields.ts";

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
 * Kinds of names in a file. An import maps each name to a status, category, board or topic of the
 * portal. The file's tags are mapped to topics.
 */
export const IMPORT_NAME_KINDS = ["status", "category", "board", "topic"] as const;
export const ImportNameKind = z.enum(IMPORT_NAME_KINDS, "Unknown kind of name");
export type ImportNameKind = z.output<typeof ImportNameKind>;

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
 * The kinds of records in a file, in the order in which an import writes them. A status change is
 * an entry of an item's timeline. A merge makes one item a part of another item. A view is a saved
 * view of the list.
 */
export const IMPORT_KINDS = [
  "item",
  "status_change",
  "comment",
  "vote",
  "follow",
  "merge",
  "view",
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

/** The index of a field's column in the file; null for a field without a column. */
const columnIndex = z.nullable(
  z
    .number("Unknown column")
    .check(
      z.int("Unknown column"),
      z.gte(0, "Unknown column"),
      z.lt(IMPORT_MAX_COLUMNS, "Unknown column"),
    ),
);
const fieldColumns = z.object(forEachField(columnIndex));
export type ImportFieldColumns = z.output<typeof fieldColumns>;

/**
 * What a name in the file is mapped to: a status, a category, or the id of a board or topic. With
 * null, rows with this status, category or board are skipped, and a tag with this name is ignored.
 */
const nameTarget = z.nullable(z.string("Unknown target").check(z.maxLength(60, "Unknown target")));

/** Maximum length in characters of a status, category, board or tag name in a file. */
export const IMPORT_NAME_LENGTH = 120;

/** The order of day and month in dates with the year last. */
export const DateOrder = z.enum(["day_first", "month_first"], "Unknown order of day and month");
export type DateOrder = z.output<typeof DateOrder>;

/** The body of PATCH /api/imports/{id}. Omitted fields stay unchanged. */
export const ImportMappingChange = z
  .object({
    columns: z.optional(fieldColumns),
    /** The board for rows that name no board. */
    boardId: z.optional(z.nullable(idBody)),
    /** The order of day and month in dates such as 03/04/2024. */
    dateOrder: z.optional(DateOrder),
    /** Whether the run replaces the company's settings and logo by those in a Hearback export. */
    takesSettings: z.optional(z.boolean()),
    /**
     * The admin's choices of what names in the file are mapped to (see `nameTarget`). A choice
     * replaces the earlier choice for the same kind and name, if there is one. Earlier choices for
     * other names are kept, but at most 1,000 choices are stored in total.
     */
    names: z.optional(
      z
        .array(
          z.object({
            kind: ImportNameKind,
            name: z
              .string("Unknown name")
              .check(
                z.maxLength(IMPORT_NAME_LENGTH, "Unknown name"),
                z.minLength(1, "Unknown name"),
              ),
            target: nameTarget,
          }),
        )
        .check(z.maxLength(400, "Too many names")),
    ),
  })
  .check(
    z.refine<object>(
      (changes) => Object.values(changes).some((value) => value !== undefined),
      "Nothing to change",
    ),
  );

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
  mapping: z.object({ columns: fieldColumns, boardId: z.nullable(z.number()) }),
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
  /** Why the import has failed; null unless the state is `failed`. */
  problem: z.nullable(z.string()),
  createdAt: timestamp,
  finishedAt: z.nullable(timestamp),
  /** Until when the run can be undone; null if the run cannot be undone. */
  undoableUntil: z.nullable(timestamp),
});
export type ImportRun = z.output<typeof ImportRun>;

/** The text of the report: RFC 4180, UTF-8 with a byte order mark. */
export const ImportReport = z.string();

/** Messages of the 409 for a call that the state of the import does not allow. */
export const IMPORT_CONFLICTS = {
  unfinished: "Another import is not finished",
  replaced: "No part of this file arrived for five minutes, and another upload has begun",
  busy: "This import is at work",
  finished: "This import has already run",
  notChecked: "Make a dry run first",
  noTitle: "Choose the column of the title first",
  noBoard: "Choose a board first",
  notUndoable: "This import can no longer be undone",
  laterRun: "Undo the later import first",
} as const;

const { unfinished, busy, finished, notChecked, noTitle, noBoard, notUndoable, laterRun } =
  IMPORT_CONFLICTS;

const [params, notFound] = [z.object({ id: idParam }), "Import not found"];

/** The body of POST /api/imports/canny. */
export const CannyAccess = z.object({ apiKey: line("API key", 1, 200) });

export const importsApi = {
  create: endpoint({
    operationId: "uploadImport",
    method: "POST",
    path: "/api/imports",
    summary:
      "Uploads a file of up to 500 MB and two million records in the multipart field 'file', after the field 'source'.",
    uploadStream: { field: "file", textField: "source", maxBytes: IMPORT_MAX_BYTES },
    response: ImportRun,
    status: 201,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [unfinished, IMPORT_CONFLICTS.replaced] },
  }),
  fetchCanny: endpoint({
    operationId: "fetchImportFromCanny",
    method: "POST",
    path: "/api/imports/canny",
    summary: "Starts an import that reads a company's feedback from Canny with an API key.",
    body: CannyAccess,
    response: ImportRun,
    status: 201,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [unfinished] },
  }),
  list: endpoint({
    operationId: "listImports",
    method: "GET",
    path: "/api/imports",
    summary: "The company's last 20 imports, newest first.",
    response: z.array(ImportRun),
    status: 200,
  }),
  get: endpoint({
    operationId: "readImport",
    method: "GET",
    path: "/api/imports/:id",
    summary: "An import with its progress.",
    params,
    response: ImportRun,
    status: 200,
    notFound,
  }),
  update: endpoint({
    operationId: "changeImportMapping",
    method: "PATCH",
    path: "/api/imports/:id",
    summary: "Chooses what columns and names of the file stand for. A dry run must follow.",
    params,
    body: ImportMappingChange,
    response: ImportRun,
    status: 200,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [busy, finished] },
  }),
  discard: endpoint({
    operationId: "discardImport",
    method: "DELETE",
    path: "/api/imports/:id",
    summary: "Deletes the file of an import that has not run.",
    params,
    response: z.undefined(),
    status: 204,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [busy, finished] },
  }),
  dryRun: endpoint({
    operationId: "startImportDryRun",
    method: "POST",
    path: "/api/imports/:id/dry-run",
    summary: "Starts the dry run, which finds out what becomes of each row and changes no item.",
    params,
    response: ImportRun,
    status: 200,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [busy, finished, noTitle, noBoard] },
  }),
  run: endpoint({
    operationId: "startImport",
    method: "POST",
    path: "/api/imports/:id/run",
    summary: "Starts the run, which does what the dry run has reported. It notifies nobody.",
    params,
    response: ImportRun,
    status: 200,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [busy, finished, notChecked] },
  }),
  additions: endpoint({
    operationId: "readImportAdditions",
    method: "GET",
    path: "/api/imports/:id/additions",
    summary: "What people have added to the import's items, which an undo would delete.",
    params,
    response: ImportAdditions,
    status: 200,
    notFound,
  }),
  undo: endpoint({
    operationId: "undoImport",
    method: "POST",
    path: "/api/imports/:id/undo",
    summary: "Starts to undo the company's last import, within seven days after its run.",
    params,
    response: ImportRun,
    status: 200,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST], 409: [unfinished, notUndoable, laterRun] },
  }),
  report: endpoint({
    operationId: "downloadImportReport",
    method: "GET",
    path: "/api/imports/:id/report.csv",
    summary: "What becomes of each row, with the reason, as a CSV file.",
    params,
    response: ImportReport,
    status: 200,
    download: "import-report.csv",
    csv: true,
    notFound,
    errors: { 403: [CONFIRM_EMAIL_FIRST] },
  }),
} as const;
