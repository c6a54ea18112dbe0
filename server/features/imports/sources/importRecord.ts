import type { FeedbackCategory, FeedbackStatus } from "#contract/feedback.ts";
import type { CloseReason } from "#contract/feedbackLabels.ts";
import type { FollowLevel } from "#contract/follows.ts";

// The records that a source reads from a file. Names are those of the file. The engine finds out
// what they stand for. Keys identify records in their source. All texts are untrusted input.

/** Where a record stands, for the report. */
export interface RecordPlace {
  /** The file in the ZIP; null if the upload is one file. */
  file: string | null;
  /** The line in the file, or the number of the record in it; counted from 1. */
  line: number;
}

/** A person whom a file names. A person without an address is known by name only. */
export interface ImportPerson {
  name: string | null;
  address: string | null;
}

/** One row of a CSV file, whose columns the admin assigns to the fields of an item. */
export interface CsvRecord {
  kind: "row";
  cells: string[];
}

export interface ItemRecord {
  kind: "item";
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
  /** Null for an open item. */
  closed: { reason: CloseReason; note: string | null; at: string | null } | null;
  /** The path of the item's page in the other product, without its query; null if unknown. */
  oldPath: string | null;
  /** What only an export of Hearback says about an item. */
  exported?: ExportedItemFields;
}

export interface ExportedItemFields {
  /** Whether the board is private where the item comes from. */
  isPrivate: boolean;
  /** Whether the item waits for approval. */
  isPending: boolean;
  isAuthorDeleted: boolean;
  isAnswered: boolean;
  /** The address of the assignee; null for nobody. */
  assignee: string | null;
}

/** An entry of an item's timeline. */
export interface StatusChangeRecord {
  kind: "status_change";
  key: string;
  item: string;
  author: ImportPerson | null;
  /** The name of a status; null for the status `new`. */
  from: string | null;
  /** The name of a status. */
  to: string | null;
  note: string | null;
  createdAt: string | null;
  /** What only an export of Hearback says, whose items say themselves whether they are answered. */
  exported?: { isSilent: boolean };
}

export interface CommentRecord {
  kind: "comment";
  key: string;
  item: string;
  author: ImportPerson | null;
  content: string;
  /** Whether only the company's admins may read it. */
  isInternal: boolean;
  /** Whether the comment waits for approval; false if the source does not say it. */
  isPending?: boolean;
  createdAt: string | null;
}

export interface VoteRecord {
  kind: "vote";
  item: string;
  voter: ImportPerson;
  createdAt: string | null;
  /** What only an export of Hearback says about a vote. */
  exported?: {
    isFollowing: boolean;
    isRecorded: boolean;
    /** The admin who recorded the vote; null if nobody did or if the account was deleted. */
    recorder: ImportPerson | null;
  };
  /** The merged item from which the vote was copied. */
  mergedFrom?: string | null;
}

export interface FollowRecord {
  kind: "follow";
  item: string;
  person: ImportPerson;
  level: FollowLevel;
  createdAt: string | null;
  /** The merged item from which the level was copied. */
  mergedFrom?: string | null;
}

/** Makes an item a part of another one of the same source. */
export interface MergeRecord {
  kind: "merge";
  item: string;
  target: string;
  mergedAt: string | null;
  /** Whether the source yields the votes and levels of following that the merge has copied. */
  hasCopies?: boolean;
}

/** A record that cannot be read; `kind` is what it would have been. */
interface UnreadableRecord {
  kind: "unreadable";
  of: "item" | "status_change" | "comment" | "vote" | "follow" | "merge";
  title: string;
  /** Why it cannot be read, for the admin. */
  problem: string;
}

/** One record of a file, as a source yields it, in any order. */
export type SourceRecord = RecordPlace &
  (
    | CsvRecord
    | ItemRecord
    | StatusChangeRecord
    | CommentRecord
    | VoteRecord
    | FollowRecord
    | MergeRecord
    | UnreadableRecord
  );

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
