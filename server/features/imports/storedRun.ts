import type {
  ImportFate,
  ImportField,
  ImportFieldColumns,
  ImportNameKind,
  ImportRun,
  ImportSource,
} from "#contract/imports.ts";

/** What a source has found in a file at the upload. */
export interface StoredLayout {
  delimiter: string;
  columns: string[];
  samples: string[][];
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
  /** Bytes and lines of the file that the dry run has read. */
  offset: number;
  lines: number;
  /** The line of the last row that the run or the undo has handled. */
  line: number;
  /** The last account that the undo has looked at. */
  userId: number;
}

export type FateCounts = Record<ImportFate, number>;

/** A row of `import_run`. */
export interface StoredRun {
  id: number;
  source: ImportSource;
  fileName: string;
  bytes: number;
  state: ImportRun["state"];
  layout: StoredLayout;
  mapping: StoredMapping;
  names: FoundName[];
  progress: StoredProgress;
  counts: FateCounts;
  problem: string | null;
  createdAt: string;
  finishedAt: string | null;
  undoableUntil: string | null;
}

export const NO_PROGRESS: StoredProgress = {
  done: 0,
  total: 0,
  offset: 0,
  lines: 0,
  line: 0,
  userId: 0,
};

export const NO_ROWS: FateCounts = { new: 0, changed: 0, same: 0, skipped: 0 };

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
