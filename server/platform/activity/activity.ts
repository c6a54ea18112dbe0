import type { CommentVisibility } from "#contract/comments.ts";
import type { FeedbackStatus } from "#contract/feedback.ts";
import type { CloseReason } from "#contract/feedbackLabels.ts";
import type { LiveEvent } from "#contract/events.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import type { Change } from "#server/platform/changes/change.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { SystemDb, TenantTransaction } from "#server/platform/db/database.ts";

/** The author of an item or comment that was changed or deleted. */
interface Written {
  /** The account that wrote the item or comment; null for an anonymous or deleted author. */
  readonly authorId: number | null;
}

interface Gathered {
  /**
   * Whether the call that caused the activity was for several items. The mails about these items
   * are then combined into one mail.
   */
  readonly isBulk?: true;
}

interface MergeData extends Written, Gathered {
  readonly title: string;
  readonly targetId: number;
  readonly targetTitle: string;
  /** The board of the item into which the item was merged. */
  readonly target: ItemBoard;
}

/** The person for whom an admin has recorded a vote. */
interface RecordedVoter {
  readonly voterId: number;
  /** The voter's e-mail address, masked if the company's admins are not allowed to see it. */
  readonly voter: string;
  /** The item's title. */
  readonly title: string;
}

/** Whom a comment or note concerns in particular. */
export interface Told {
  /** The comment that is answered, which can be an answer itself. */
  readonly answersId: number | null;
  /** The teammates whom the text mentions. */
  readonly mentionedIds: readonly number[];
}

/** The data of each kind of activity, in addition to the item. */
export interface ActivityData {
  item_submitted: object;
  /** The title, description, categories, board or assignee of an item was changed. */
  item_changed: Written & {
    /** The title before the change. */
    readonly title: string;
    /** The changed fields in the form in which the audit log stores them. */
    readonly changes: Readonly<Record<string, unknown>>;
    /** The board from which the item was moved; absent if the item was not moved. */
    readonly movedFrom?: ItemBoard;
  };
  item_deleted: Written & {
    readonly title: string;
    readonly boardName: string;
    readonly votes: number;
    readonly commentsCount: number;
    /** Why a waiting item was rejected. */
    readonly reason?: string | null;
  };
  status_changed: Gathered & {
    readonly fromStatus: FeedbackStatus;
    readonly toStatus: FeedbackStatus;
    readonly note: string | null;
    /** The Markdown source of the note; null if the note is plain. */
    readonly noteMarkdown: string | null;
    /** Whether the admin turned off notifications for this change. */
    readonly isSilent: boolean;
    /**
     * Whether the team had already publicly commented on the item, changed its status or closed it
     * before this activity.
     */
    readonly wasAnswered: boolean;
  };
  item_closed: Written &
    Gathered & {
      readonly title: string;
      readonly reason: CloseReason;
      /** The admin's public explanation of why the item was closed. */
      readonly note: string | null;
      /** The Markdown source of the note; null if the note is plain. */
      readonly noteMarkdown: string | null;
      /** Whether the admin turned off notifications for this change. */
      readonly isSilent: boolean;
      /**
       * Whether the team had already publicly commented on the item, changed its status or closed
       * it before this activity.
       */
      readonly wasAnswered: boolean;
    };
  item_reopened: Written & { readonly title: string };
  /** The item was merged into the target. */
  item_merged: MergeData;
  /** The item was part of the target and is independent again. */
  item_unmerged: MergeData;
  /** The changelog entry that links the item was published. */
  changelog_published: {
    readonly entryId: number;
    /** Whether the followers of the item are not notified. */
    readonly isSilent: boolean;
  };
  /** A new item, or a new comment if there is a `commentId`, waits for approval. */
  post_waiting: { readonly commentId: number | null };
  vote_cast: { readonly votes: number };
  /** An admin recorded a vote for somebody else. */
  vote_recorded: RecordedVoter & {
    readonly votes: number;
    /** Whether the vote makes the voter a follower of the item. */
    readonly isFollowing: boolean;
  };
  /** An admin took back a recorded vote. */
  vote_withdrawn: RecordedVoter;
  comment_added: Told & {
    readonly commentId: number;
    readonly commentsCount: number;
    /** Whether an admin of the company wrote the comment. */
    readonly isByTeam: boolean;
  };
  /** An admin wrote an internal note. */
  note_added: Told & { readonly commentId: number };
  /** An author changed the content of a comment. */
  comment_edited: {
    readonly commentId: number;
    readonly visibility: CommentVisibility;
  };
  comment_deleted: Written & {
    readonly commentId: number;
    readonly visibility: CommentVisibility;
    readonly title: string;
    /** The e-mail address of the comment's author. */
    readonly author: string | null;
    /** Why a waiting comment was rejected. */
    readonly reason?: string | null;
  };
}

export type ActivityKind = keyof ActivityData;

/** The board of an item. */
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
    /**
     * The account that caused the activity; null for an anonymous visitor. By default, this is the
     * user who sends the request. Set it if another user sends the request, such as an admin who
     * approves an item that the account has written.
     */
    readonly actorId?: number | null;
    /** Whether the statement of the change has stored the activity (`insertActivity`). */
    readonly isStored?: true;
  };
}[Kind];

/** Who caused an activity. An anonymous visitor, who has no account, can submit an item. */
export type Actor = Pick<RequestContext, "viewer" | "ip" | "origin" | "webhookEvents">;

/** An actor with an account. */
export type SignedInActor = Actor & Pick<SignedInContext, "viewer">;

/**
 * An activity as `runSlice` gets it. It contains no board, because a consumer must use the board that
 * the item has when the consumer runs.
 */
export interface StoredActivity {
  readonly companyId: number;
  readonly id: number;
  readonly kind: string;
  /** The item; null if the activity is about a changelog entry. */
  readonly feedbackId: number | null;
  readonly actorId: number | null;
  readonly data: unknown;
  readonly origin: string;
  /** Time of the activity, in ISO 8601, UTC. */
  readonly createdAt: string;
}

/** An activity that waits for a consumer. */
export interface PendingActivity extends StoredActivity {
  /** The `progress` that the previous slice returned; null at the beginning. */
  readonly progress: unknown;
}

/** An activity that is being recorded. */
export interface RecordedActivity<Kind extends ActivityKind = ActivityKind> {
  readonly activity: Activity<Kind>;
  /** The id of the stored activity; null if the activity is not stored. */
  readonly activityId: number | null;
}

/** An event for open pages, and whether only viewers of private boards get the event. */
export interface ActivityEvent {
  readonly event: LiveEvent;
  readonly isPrivate: boolean;
}

/**
 * A feature that reacts to activities. Each method is optional: `record` runs in the transaction of
 * the change, `eventsOf` after the commit, and `runSlice` later (docs/decisions/0063-outbox.md).
 */
export interface ActivityConsumer<Kind extends ActivityKind = ActivityKind> {
  /**
   * The name under which stored activities wait for the consumer. If the name changes, nobody
   * handles the activities that wait under the old name.
   */
  readonly name: string;
  /** The kinds of activities that are passed to `record` and `runSlice`. */
  readonly kinds?: readonly Kind[];
  /**
   * Writes rows that must be committed together with the change. One call can change hundreds of
   * items, so the number of statements must not depend on the number of activities.
   */
  record?(
    db: TenantTransaction,
    recorded: readonly RecordedActivity<Kind>[],
    actor: Actor,
  ): Promise<void>;
  /**
   * Returns the events for open pages. An activity without events still invalidates the cached
   * responses of its company.
   */
  eventsOf?(activity: Activity): readonly ActivityEvent[];
  /** Whether `runSlice` leaves out the activity. Not called for activities with `isStored`. */
  skips?(activity: Activity<Kind>): boolean;
  /**
   * Whether activities of this kind are stored for `runSlice` in a company. Absent if they are stored
   * in all companies.
   */
  isWanted?(kind: ActivityKind, company: Pick<RequestContext, "webhookEvents">): boolean;
  /**
   * The share of time that slices of one company take at most in a process, so that many activities
   * do not slow down the requests that cause them. After a slice, the company's next slice waits.
   */
  readonly maxShare?: number;
  /**
   * Handles stored activities of one company, in order and in one transaction. Called at least once
   * for each activity. A slice should take at most about a second.
   */
  runSlice?(db: SystemDb, slice: Slice): Promise<SliceResult>;
}

/** The name under which activities wait for webhooks. */
export const WEBHOOKS_CONSUMER = "webhooks";

/** A slice of a consumer's work. */
export interface Slice {
  readonly companyId: number;
  /** Up to a hundred activities in the order of their ids. */
  readonly activities: readonly PendingActivity[];
  readonly config: Config;
}

export interface SliceResult {
  /**
   * The number of activities that are finished; they are the first ones of the slice. With neither
   * a finished activity nor `progress`, the consumer waits for another one and is tried again.
   */
  readonly finished: number;
  /** The position at which the consumer continues with the activity after the finished ones. */
  readonly progress?: unknown;
  /** Changes that are published after the slice's transaction is committed. */
  readonly changes?: readonly Change[];
}
