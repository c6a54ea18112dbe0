import { sql } from "#server/platform/db/sql.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { BulkField } from "#contract/feedbackFields.ts";
import type { CloseReason } from "#contract/feedbackLabels.ts";
import type { undoApi, UndoResult } from "#contract/undo.ts";
import { UNDO_SECONDS } from "#contract/undo.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { hashToken, newSessionToken } from "#server/platform/access/sessionToken.ts";
import type { TenantTransaction } from "#server/platform/db/database.ts";
import { statement } from "#server/platform/db/statement.ts";
import type { Handled } from "#server/platform/routing/route.ts";

/** Some fields of an item. */
export type FieldValues = Partial<Pick<FeedbackItem, BulkField>>;

/** How an item is closed. */
export interface Closing {
  feedbackId: number;
  closedAt: string;
  reason: CloseReason;
  /** The source of the note. */
  note: string | null;
}

/** A row of `user_vote` that an admin has recorded. */
export interface RecordedVoteRow {
  feedbackId: number;
  createdAt: string;
  recordedById: number | null;
  isFollowing: boolean;
}

interface Vote {
  feedbackId: number;
  voterId: number;
  /** The voter's e-mail address, masked if the company's admins are not allowed to see it. */
  voter: string;
}

/** What each kind of change stores so that it can be undone. */
export interface UndoData {
  fields: { items: { feedbackId: number; before: FieldValues; after: FieldValues }[] };
  closing: { closings: Closing[] };
  reopening: { closings: Closing[] };
  merge: { feedbackIds: readonly number[]; targetId: number };
  decision: {
    decision: "approve" | "reject" | "block";
    /** The account that the decision has blocked. */
    blocked: { id: number; username: string } | null;
    /** The rows of the posts before the decision. A rejected post exists only here. */
    items: { id: number }[];
    comments: { id: number; feedback_id: number }[];
  };
  vote: Vote;
  withdrawal: Vote & { votes: RecordedVoteRow[] };
}

export type UndoKind = keyof UndoData;

export type UndoContext = Handled<typeof undoApi.undo, TenantUserContext>;

/**
 * Restores what a change has replaced, in the transaction `db`, in which the company is locked. A
 * value is restored only if it is still what the change made of it.
 */
export type Restore<Kind extends UndoKind> = (
  db: TenantTransaction,
  data: UndoData[Kind],
  context: UndoContext,
) => Promise<UndoResult>;

interface OfEntry {
  companyId: number;
  tokenHash: Buffer;
  viewerId: number;
}

const insertUndo = statement<OfEntry & { undoKind: UndoKind; data: string }, never>(
  "insert_undo",
  (p) =>
    sql`
      insert into undo_entry (company_id, token_hash, user_id, kind, data)
      values (${p.companyId}, ${p.tokenHash}, ${p.viewerId}, ${p.undoKind}, ${p.data}::jsonb)
    `,
);

/**
 * Stores how to undo a change for a minute. Pass the transaction of the change. Returns the token
 * for the response.
 */
export async function offerUndo<Kind extends UndoKind>(
  db: TenantTransaction,
  viewer: { id: number },
  kind: Kind,
  data: UndoData[Kind],
): Promise<string> {
  const token = newSessionToken();
  await db.all(insertUndo, {
    companyId: db.companyId,
    tokenHash: hashToken(token),
    viewerId: viewer.id,
    undoKind: kind,
    data: JSON.stringify(data),
  });
  return token;
}

/** A change that is being undone. */
export type TakenUndo<Any extends UndoKind = UndoKind> = {
  [Kind in Any]: { kind: Kind; data: UndoData[Kind] };
}[Any];

/** Deletes what is stored for a change of the viewer, unless it is too old, and returns it. */
export const takeUndo = statement<OfEntry, TakenUndo>(
  "take_undo",
  (p) =>
    sql`
    delete from undo_entry
    where company_id = ${p.companyId} and token_hash = ${p.tokenHash} and user_id = ${p.viewerId}
      and created_at > now() - make_interval(secs => ${sql.lit(UNDO_SECONDS)})
    returning kind, data
  `,
);

/** Deletes what is stored for changes of all companies that are too old to be undone. */
export const deleteOldUndos = statement<Record<never, never>, never>(
  "delete_old_undos",
  () =>
    sql`
    delete from undo_entry
    where created_at < now() - make_interval(secs => ${sql.lit(UNDO_SECONDS)})
  `,
);
