import type { FeedbackCategory, FeedbackStatus } from "#contract/feedback.ts";

// The model between the sources, which read files, and the engine, which plans and writes. Names
// are those of the file. The engine finds out what they stand for.

/** A person whom a file names. A person without an address is known by name only. */
export interface ImportPerson {
  name: string | null;
  address: string | null;
}

/** An item of a file. */
export interface ImportItem {
  /** Identifies the item in its source. */
  key: string;
  title: string;
  content: string;
  /** Null for the default: the status `new`, the category `feature`, the chosen board. */
  status: string | null;
  category: string | null;
  board: string | null;
  /** The first tag that stands for a topic becomes the item's topic. */
  tags: string[];
  author: ImportPerson | null;
  /** The number of votes without known voters. */
  unnamedVotes: number;
  /** ISO 8601; null if the file does not say it. */
  createdAt: string | null;
}

/** One row of a file: an item, or why the row cannot be one. */
export type SourceRow = {
  /** The line in the file, counted from 1. */
  line: number;
  title: string;
  /** Where reading continues after this row. */
  next: SourcePosition;
} & ({ item: ImportItem } | { problem: string });

/** A position in a file at which a source can begin to read. */
export interface SourcePosition {
  /** Bytes before the position. */
  offset: number;
  /** Lines before the position. */
  lines: number;
}

/** The fields of an item that a later import of the same source changes. */
export interface ImportedFields {
  title: string;
  description: string;
  status: FeedbackStatus;
  category: FeedbackCategory;
  boardId: number;
  boardCategoryId: number | null;
  unnamedVotes: number;
}

/** What a run writes for one row. */
export interface PlannedRecord {
  fields: ImportedFields;
  author: PlannedPerson | null;
  createdAt: string | null;
}

/** The account of an imported person. */
export interface PlannedPerson {
  username: string;
  fullName: string | null;
}
