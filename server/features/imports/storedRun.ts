import type {
  ImportField,
  ImportFieldColumns,
  ImportKind,
  ImportNameKind,
  ImportRun,
  ImportSource,
} from "#contract/imports.ts";
import type { OfferedCompany } from "./sources/offeredCompany.ts";

/**
 * What has been found in a file. Only CSV files have a delimiter and columns. `api`: the records come
 * from the interface of another product instead of a file.
 */
export interface StoredLayout {
  format: "csv" | "zip" | "api";
  delimiter: string;
  columns: string[];
  samples: string[][];
  /** The bytes of the records of each kind, once they have been read. */
  bytes?: Partial<Record<ImportKind, number>>;
  /** What an export of Hearback contains besides records. */
  company?: OfferedCompany;
}

/** A name of the file, and what an admin has chosen for it. */
export interface ChosenName {
  kind: ImportNameKind;
  name: string;
  target: string | null;
}

/** What an admin has chosen. */
export interface StoredMapping {
  columns: ImportFieldColumns;
  boardId: number | null;
  names: ChosenName[];
  /** Whether the run takes over the settings and the logo of the file. */
  takesSettings?: boolean;
}

/** A name that the dry run has found. */
export interface FoundName {
  kind: ImportNameKind;
  name: string;
  rows: number;
}

/** The work that is done, and where the next slice begins. */
export interface StoredProgress {
  done: number;
  total: number;
  /** What the dry run reads, and the bytes of it that it has read. */
  kind: ImportKind;
  offset: number;
  /** The last record that the dry run, the run or the undo has handled. */
  position: number;
  /** The last account that the undo has looked at. */
  userId: number;
}

export type StoredCounts = ImportRun["counts"];

/** A row of `import_run`. */
export interface StoredRun {
  id: number;
  source: ImportSource;
  fileName: string;
  /** The size of the stored file. */
  bytes: number;
  state: ImportRun["state"];
  layout: StoredLayout;
  mapping: StoredMapping;
  names: FoundName[];
  progress: StoredProgress;
  counts: StoredCounts;
  problem: string | null;
  createdAt: string;
  finishedAt: string | null;
  undoableUntil: string | null;
}

export const NO_PROGRESS: StoredProgress = {
  done: 0,
  total: 0,
  kind: "item",
  offset: 0,
  position: 0,
  userId: 0,
};

/** No field has a column. */
export const NO_COLUMNS: Readonly<Record<ImportField, null>> = {
  title: null,
  content: null,
  status: null,
  category: null,
  board: null,
  tags: null,
  author_name: null,
  author_email: null,
  vote_count: null,
  created_at: null,
  source_id: null,
};
