import type { DateOrder, ImportFieldColumns, ImportNameKind } from "#contract/importMapping.ts";
import type { ImportKind, ImportRun } from "#contract/importRun.ts";
import type { ImportDelimiter, ImportEncoding, ImportSource } from "#contract/importFormats.ts";
import type { CannyPlace } from "./sources/cannyPlace.ts";
import type { OfferedCompany } from "./sources/offeredCompany.ts";

/**
 * The format of an upload. Only CSV files have a delimiter and columns. With `api`, the records
 * come from another product's API instead of a file.
 */
export interface StoredLayout {
  format: "csv" | "zip" | "api";
  /** Undefined unless the file is a table. */
  encoding?: ImportEncoding;
  delimiter: ImportDelimiter | "";
  columns: string[];
  samples: string[][];
  /**
   * The order of day and month in the dates of each column, `unknown` if they do not reveal it, or
   * null if none needs it. The first rows decide it until the file has been read.
   */
  dateOrders?: (DateOrder | "unknown" | null)[];
  /**
   * The size in bytes of the stored records of each kind; undefined until the file has been read in
   * its present encoding.
   */
  bytes?: Partial<Record<ImportKind, number>>;
  /**
   * The company's boards, topics, settings and logo in an export of Hearback, or the boards in
   * Canny; undefined for other files.
   */
  company?: OfferedCompany;
}

/**
 * A name in the file, and the target that an admin has chosen for it. The target is null if the
 * admin has chosen to skip records with the name, or to ignore the tag.
 */
export interface ChosenName {
  kind: ImportNameKind;
  name: string;
  target: string | null;
}

/** The columns, board and names that were proposed or that an admin has chosen. */
export interface StoredMapping {
  columns: ImportFieldColumns;
  boardId: number | null;
  names: ChosenName[];
  /** The order of day and month that an admin has chosen for ambiguous dates. */
  dateOrder?: DateOrder | null;
  /** Whether the run replaces the company's settings and logo with those of the file. */
  takesSettings?: boolean;
  /** The maximum number of saved views of the company when the dry run began. */
  viewQuota?: number;
  /** The maximum number of changelog entries of the company when the dry run began. */
  entryQuota?: number;
}

/** A name that occurs in the file, and the number of its occurrences. */
export interface FoundName {
  kind: ImportNameKind;
  name: string;
  rows: number;
}

/** How much work is done, and where the next slice begins. */
export interface StoredProgress {
  done: number;
  total: number;
  /** The kind of records that the dry run checks, the run writes or the undo undoes. */
  kind: ImportKind;
  /** The number of bytes of records of this kind that the dry run has read. */
  offset: number;
  /**
   * The position of the last record that the dry run, the run or the undo has handled. In the state
   * `reading`, this is the number of the attempt to read the file or the other product's API.
   */
  position: number;
  /** The key or date of the last record, if records of this kind are written in that order. */
  cursor: string;
  /** The id of the last imported person that the undo has examined. */
  userId: number;
  /** The next page to fetch from Canny; null if all pages are stored. */
  canny?: CannyPlace | null;
  /** Whether reading the file takes long, so that it waits for its turn among the long readings. */
  isLong?: boolean;
  /** How many milliseconds the run has spent on drawing pictures. */
  drawingMs?: number;
  /** Whether the dry run follows when the file has been read again. */
  isCheckNext?: boolean;
}

export type StoredCounts = ImportRun["counts"];

/** What the dry run shows of its result besides the counts. */
export type StoredPreview = Pick<ImportRun, "people" | "examples">;

/** A row of `import_run`. */
export interface StoredRun {
  id: number;
  source: ImportSource;
  fileName: string;
  /** The size of the uploaded file in bytes; 0 for another product's API. */
  bytes: number;
  /** The size of the planned records in bytes of JSON. */
  recordBytes: number;
  state: ImportRun["state"];
  layout: StoredLayout;
  mapping: StoredMapping;
  names: FoundName[];
  progress: StoredProgress;
  counts: StoredCounts;
  preview: StoredPreview;
  problem: string | null;
  createdAt: string;
  finishedAt: string | null;
  undoableUntil: string | null;
}

/** Returns the order of day and month in the creation dates; undefined if no date needs it. */
export function dateOrderOf({
  layout,
  mapping,
}: Pick<StoredRun, "layout" | "mapping">): DateOrder | "unknown" | undefined {
  const found = layout.dateOrders?.[mapping.columns.created_at ?? -1] ?? undefined;
  return found === undefined ? undefined : (mapping.dateOrder ?? found);
}

export const NO_PREVIEW: StoredPreview = { people: null, examples: [] };

export const NO_PROGRESS: StoredProgress = {
  done: 0,
  total: 0,
  kind: "picture",
  offset: 0,
  position: 0,
  cursor: "",
  userId: 0,
};

/**
 * Whether two states of an import's progress are equal. If they differ, another job has continued
 * the work in between.
 */
export const isSamePlace = (one: StoredProgress, other: StoredProgress): boolean =>
  one.kind === other.kind &&
  one.offset === other.offset &&
  one.position === other.position &&
  one.cursor === other.cursor;
