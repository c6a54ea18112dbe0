import type { ExportedChangelogEntry, ExportedItem } from "#contract/exportFormat.ts";
import type { ReactionEmoji } from "#contract/comments.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { ChangeableField } from "#contract/feedbackFields.ts";
import type { CloseReason } from "#contract/feedbackLabels.ts";
import type { FollowLevel } from "#contract/followLevels.ts";
import type { ViewFilters } from "#contract/savedViews.ts";
import type { TextFormat } from "#contract/textFormat.ts";
import type { Organisation } from "#contract/tokenClaims.ts";

// The records that a source reads from a file. Boards, statuses and other names are those of the
// file; the dry run matches them with the company's. A key identifies a record in its source. All
// texts are untrusted input.

/** The position of a record in the upload, for the report. */
export interface RecordPlace {
  /** The name of the file in the ZIP or of the list in Canny; null if the upload is a text file. */
  file: string | null;
  /** The line in the file, or the number of the record in the file or list, counted from 1. */
  line: number;
}

/** A person whom a file names. Without an e-mail address, the person is identified by the name. */
export interface ImportPerson {
  name: string | null;
  address: string | null;
  organisation?: Organisation | undefined;
}

/** One row of a CSV file, whose columns the admin assigns to the fields of an item. */
export interface CsvRecord {
  kind: "row";
  cells: string[];
}

/** When and why an item was closed, as it is stored. */
export interface StoredClosing extends Omit<Closing, "noteFormat"> {
  /** Missing in values of imports by earlier versions. */
  noteMarkdown?: string | null;
}

/** When and why an item was closed; `at` is null if the date is unknown. */
export interface Closing {
  reason: CloseReason;
  note: string | null;
  noteFormat?: TextFormat | undefined;
  at: string | null;
}

/** A picture of the file's texts. The texts name it by its key. */
export interface PictureRecord {
  kind: "picture";
  /** The id that the picture has here (`importedPictureId`). */
  key: string;
  /** The name of its file in the ZIP. */
  title: string;
  /** The number of the file among the import's stored pictures. */
  part: number;
  bytes: number;
  /** The file; missing in records that are stored, because it is stored apart. */
  picture?: Buffer;
}

export interface ItemRecord {
  kind: "item";
  key: string;
  title: string;
  content: string;
  /** How the content and the note of the closing are read; plain if missing. */
  contentFormat?: TextFormat | undefined;
  /**
   * Null stands for the default: the status `new`, the category `feature`, or the board that the
   * admin has chosen. A closed item without a status keeps the status of the last import.
   */
  status: string | null;
  category: string | null;
  board: string | null;
  /** The item's tags. The first tag that stands for a topic decides the item's topic. */
  tags: string[];
  author: ImportPerson | null;
  /** The number of votes whose voters are unknown; null if the file's number cannot be read. */
  unnamedVotes: number | null;
  /** What the source has left out of the item because it cannot be read, as sentences. */
  leftOut?: string[];
  /** The date as the file contains it, in any format; null if the file does not contain it. */
  createdAt: string | null;
  closed: Closing | null;
  /** The path of the item's page in the other product, without its query; null if unknown. */
  oldPath: string | null;
  /** The data that only an export of Hearback and, for private boards, Canny have for an item. */
  exported?: ExportedItemFields;
}

export interface ExportedItemFields extends Partial<Omit<ExportedItem, "assigneeId">> {
  /** Whether the item's board is private in the other product. */
  isPrivate: boolean;
  /** Whether the item waits for approval. */
  isPending: boolean;
  /** The e-mail address of the assignee; null for nobody. */
  assignee: string | null;
}

/** A change of an item's status, which is an entry of the item's timeline. */
export interface StatusChangeRecord {
  kind: "status_change";
  key: string;
  /** The key that earlier versions of the portal gave to all status changes of the item. */
  formerKey?: string;
  item: string;
  author: ImportPerson | null;
  /**
   * The name of the previous status. If it is null, the previous status is that of the item's last
   * change, or `new` if there is none.
   */
  from: string | null;
  /** The name of the new status. A record without it is skipped. */
  to: string | null;
  note: string | null;
  noteFormat?: TextFormat | undefined;
  createdAt: string | null;
  /**
   * The data that only an export of Hearback has for a status change. Whether the item was answered
   * is exported with the item.
   */
  exported?: { isSilent: boolean };
}

export interface CommentRecord {
  kind: "comment";
  key: string;
  /** The key that earlier versions of the portal gave to all long answers to the item. */
  formerKey?: string;
  item: string;
  author: ImportPerson | null;
  content: string;
  contentFormat?: TextFormat | undefined;
  /** Whether only the company's admins can read the comment. */
  isInternal: boolean;
  /** Whether the comment waits for approval; missing if the source does not say it. */
  isPending?: boolean;
  createdAt: string | null;
  /** When the author last changed the comment; missing if the source does not say it. */
  editedAt?: string | null;
  /** The key of the answered comment, which is no answer itself; missing if the source has none. */
  answers?: string | null;
  /** Missing if the source has none. */
  reactions?: readonly { person: ImportPerson; emoji: ReactionEmoji; createdAt: string }[];
}

export interface VoteRecord {
  kind: "vote";
  item: string;
  voter: ImportPerson;
  createdAt: string | null;
  /** The data that only an export of Hearback has for a vote. */
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

/** The merge of an item into another item of the same source. */
export interface MergeRecord {
  kind: "merge";
  item: string;
  target: string;
  mergedAt: string | null;
  /** Whether the source also yields the votes and levels of following that the merge has copied. */
  hasCopies?: boolean;
}

/** A saved view of the list. */
export interface ViewRecord {
  kind: "view";
  name: string;
  /** The filters, except those in the fields `board`, `topic` and `assignee` below. */
  filters: Omit<ViewFilters, "boardId" | "boardCategoryId">;
  board: string | null;
  topic: string | null;
  /** The e-mail address of the assignee; null if the view does not name a person. */
  assignee: string | null;
  createdAt: string | null;
}

/** An entry of the changelog. */
export interface ChangelogEntryRecord extends Omit<
  ExportedChangelogEntry,
  "id" | "itemIds" | "bodyFormat"
> {
  kind: "changelog_entry";
  isMarkdown: boolean;
  /** The keys of the linked items, in their order. */
  items: string[];
}

/** A record that cannot be read. `of` is the intended kind of the record. */
interface UnreadableRecord {
  kind: "unreadable";
  of:
    | "picture"
    | "item"
    | "status_change"
    | "comment"
    | "vote"
    | "follow"
    | "merge"
    | "view"
    | "changelog_entry";
  title: string;
  /** Why the record cannot be read, as a message for the admin. */
  problem: string;
}

/** One record of a file. A source can yield its records in any order. */
export type SourceRecord = RecordPlace &
  (
    | CsvRecord
    | PictureRecord
    | ItemRecord
    | StatusChangeRecord
    | CommentRecord
    | VoteRecord
    | FollowRecord
    | MergeRecord
    | ViewRecord
    | ChangelogEntryRecord
    | UnreadableRecord
  );

/** The assignee is left out, because only imports that create an item assign it. */
export type ImportedField = Exclude<ChangeableField, "assigneeId">;

/**
 * The fields of an item that a later import of the same source updates, and what is known about
 * them.
 */
export interface ImportedFields extends Pick<FeedbackItem, ImportedField> {
  unnamedVotes: number;
  /** The Markdown source of the description. Undefined in values of imports by earlier versions. */
  descriptionMarkdown?: string | null;
  /** Undefined in values of imports by earlier versions, which did not store the closing. */
  closed?: StoredClosing | null;
  /**
   * Whether the source also contained the voters of the item, whose votes `unnamedVotes` does not
   * include. Undefined in values of imports by earlier versions.
   */
  hasVoters?: boolean;
}
