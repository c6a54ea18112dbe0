import type { FeedbackStatus } from "#contract/feedback.ts";
import type { LiveEvent } from "#contract/events.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { Change } from "#server/platform/changes/change.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { SystemDb, TenantDb } from "#server/platform/db/database.ts";

/** An author and a name, as they are recorded in the audit log. */
interface Written {
  /** The account that wrote the item or comment; null for an anonymous or deleted author. */
  readonly authorId: number | null;
}

/** What each kind of activity needs besides its item. */
export interface ActivityData {
  item_submitted: object;
  /** Title, description, categories or board of an item were changed. */
  item_changed: Written & {
    /** The title before the change. */
    readonly title: string;
    /** The changes in the form of the audit log. */
    readonly changes: Readonly<Record<string, unknown>>;
    /** The board from which the item was moved. */
    readonly movedFrom?: ItemBoard;
  };
  item_deleted: Written & {
    readonly title: string;
    readonly boardName: string;
    readonly votes: number;
    readonly commentsCount: number;
  };
  status_changed: {
    readonly fromStatus: FeedbackStatus;
    readonly toStatus: FeedbackStatus;
    readonly note: string | null;
    /** Whether the admin chose that nobody is notified. */
    readonly isSilent: boolean;
  };
  vote_cast: { readonly votes: number };
  comment_added: {
    readonly commentId: number;
    readonly commentsCount: number;
    /** Whether an admin of the company wrote it. */
    readonly isByTeam: boolean;
  };
  comment_deleted: Written & {
    readonly commentId: number;
    readonly title: string;
    /** The author's address. */
    readonly author: string | null;
  };
}

export type ActivityKind = keyof ActivityData;

/** A board, and whether it is private. */
interface ItemBoard {
  readonly boardId: number;
  readonly isPrivate: boolean;
}

/** Something that happened to an item. */
export type Activity<Kind extends ActivityKind = ActivityKind> = {
  [K in Kind]: ItemBoard & {
    readonly kind: K;
    readonly feedbackId: number;
    readonly data: ActivityData[K];
  };
}[Kind];

/** Who did it. An anonymous visitor may submit an item. */
export type Actor = Pick<RequestContext, "viewer" | "ip" | "origin">;

/** An actor with an account. */
export type SignedInActor = Actor & Pick<SignedInContext, "viewer">;

/** An activity as a job reads it from the database. Boards are read when they are needed. */
export interface StoredActivity {
  readonly companyId: number;
  readonly id: number;
  readonly kind: string;
  readonly feedbackId: number;
  readonly actorId: number | null;
  readonly data: unknown;
  readonly origin: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** An event for open pages, and whether only viewers of private boards get it. */
export interface ActivityEvent {
  readonly event: LiveEvent;
  readonly isPrivate: boolean;
}

/**
 * Something that reacts to activities. Each part is optional:
 * `record` runs in the transaction of the change, `eventsOf` after the commit, `runSlice` in a job.
 */
export interface ActivityConsumer {
  /** Identifies the consumer's tasks in the database. Never change it. */
  readonly name: string;
  /**
   * Writes what must be committed together with the change.
   * @param activityId null if the activity is not stored
   */
  record?(
    db: TenantDb,
    activity: Activity,
    context: { readonly actor: Actor; readonly activityId: number | null },
  ): Promise<void>;
  /** The events for open pages. Any activity invalidates the cached responses of its company. */
  eventsOf?(activity: Activity): readonly ActivityEvent[];
  /** Whether the activity is stored and a job calls `runSlice` for it. */
  wantsJob?(activity: Activity): boolean;
  /**
   * Does one slice of the work, of about a second at most, in a transaction of its own.
   */
  runSlice?(db: SystemDb, slice: Slice): Promise<SliceResult>;
}

/** A slice of a consumer's work. */
export interface Slice {
  readonly activity: StoredActivity;
  /** `next` of the slice before; null for the first slice. */
  readonly progress: unknown;
  readonly config: Config;
}

export interface SliceResult {
  /** Where the next slice begins; null at the end. */
  readonly next: unknown;
  /** Changes that are published after the slice is committed. */
  readonly changes?: readonly Change[];
}
