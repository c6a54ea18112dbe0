import type { ResponseOf } from "#contract/endpoint.ts";
import type { moderationApi } from "#contract/moderation.ts";
import { CHANGED_POST } from "#contract/moderation.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import { lockFeedbackItems } from "#server/features/feedback/bulkChanges.queries.ts";
import { deleteFeedback } from "#server/features/feedback/feedback.queries.ts";
import type { UndoData } from "#server/features/undo/undo.queries.ts";
import { offerUndo } from "#server/features/undo/undo.queries.ts";
import type { Activity } from "#server/platform/activity/activity.ts";
import type { AuditedAction } from "#server/platform/audit/recordAudit.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { TenantDb, TenantTransaction } from "#server/platform/db/database.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import type { Handled, ResponseContext } from "#server/platform/routing/route.ts";
import { copyPosts } from "./decisions.queries.ts";
import { insertRejectedPosts } from "./rejectedPosts.queries.ts";
import type { Chosen } from "./moderation.queries.ts";
import {
  approveItems,
  deletePendingComments,
  listPendingComments,
  lockPendingItems,
  publishComments,
} from "./moderation.queries.ts";

type Decided = ResponseOf<typeof moderationApi.approve>;

/**
 * Approves waiting posts. Their authors are the actors of the recorded activities.
 * @throws HttpError 409 if the author has changed the post since the given version
 */
export function approvePosts(
  context: Handled<typeof moderationApi.approve, TenantUserContext>,
): Promise<Decided> {
  return decide(context, "approve", async (db, pending) => {
    const { companyId } = db;
    const { feedbackIds, commentIds, withItem } = pending;
    await db.all(approveItems, { companyId, feedbackIds });
    const items = await db.all(lockFeedbackItems("change"), { companyId, feedbackIds });
    const comments = withItem(await db.all(publishComments, { companyId, commentIds }));
    await context.response.record(
      db,
      ...items.map(({ id: feedbackId, userId: actorId, boardId, isPrivate }): Activity => {
        const item = { feedbackId, boardId, isPrivate };
        return { kind: "item_submitted", ...item, actorId, data: {} };
      }),
      ...comments.map(({ feedbackId, id: commentId, item, ...comment }): Activity => {
        const { boardId, isPrivate } = item;
        const { userId: actorId, commentsCount, answersId } = comment;
        const told = { answersId, mentionedIds: [] };
        const data = { commentId, commentsCount, isByTeam: false, ...told };
        return { kind: "comment_added", feedbackId, boardId, isPrivate, actorId, data };
      }),
    );
    await recordAudit(
      db,
      context,
      companyId,
      ...items.map(({ id, title }): AuditedAction => {
        return { action: "feedback.approve", subject: title, details: { id } };
      }),
      ...comments.map(({ id, userId, username: author, item: { title } }): AuditedAction => {
        const details = { id, author };
        return { action: "comment.approve", subject: title, details, aboutUserId: userId };
      }),
    );
    return items.length + comments.length;
  });
}

/** Rejects waiting posts, which deletes them. Their authors see the reason. */
export function rejectPosts(
  context: Handled<typeof moderationApi.reject, TenantUserContext>,
): Promise<Decided> {
  const { reason } = context.body;
  return decide(context, "reject", async (db, pending) => {
    const { feedbackIds, commentIds } = pending;
    const { companyId } = db;
    const posts = { companyId, feedbackIds, commentIds };
    const rejected = await db.all(insertRejectedPosts, { ...posts, reason });
    const authors = [...new Set(rejected.map(({ userId }) => userId))];
    context.response.changedForUsers(authors, { kind: "notifications" });
    return deletePending(db, pending, context.response, reason);
  });
}

/** Deletes waiting posts and records their deletion. Returns the number of deleted posts. */
export async function deletePending(
  db: TenantTransaction,
  { feedbackIds, commentIds, withItem }: PendingPosts,
  response: Pick<ResponseContext, "record">,
  reason: string | null = null,
): Promise<number> {
  const { companyId } = db;
  const items = await db.all(deleteFeedback, { companyId, feedbackIds });
  const comments = withItem(await db.all(deletePendingComments, { companyId, commentIds }));
  await response.record(
    db,
    ...items.map(({ id: feedbackId, boardId, isPrivate, ...deleted }): Activity => {
      const { userId: authorId, title, boardName, votes, commentsCount } = deleted;
      const data = { authorId, title, boardName, votes, commentsCount, reason };
      return { kind: "item_deleted", feedbackId, boardId, isPrivate, data };
    }),
    ...comments.map(({ feedbackId, id: commentId, item, ...comment }): Activity => {
      const { boardId, isPrivate, title } = item;
      const { userId: authorId, username: author } = comment;
      const visibility = "pending" as const;
      const data = { commentId, authorId, author, visibility, title, reason };
      return { kind: "comment_deleted", feedbackId, boardId, isPrivate, data };
    }),
  );
  return items.length + comments.length;
}

type PendingPosts = Awaited<ReturnType<typeof lockPending>>;

/** A post on which an admin decides; without a version, in whatever version it is. */
interface NamedPost {
  feedbackId?: number;
  commentId?: number;
  version?: string;
}

/**
 * Locks the waiting items. Also locks the items of the waiting comments, because the numbers of
 * comments of these items change. Locks the company first, so that merges and bulk changes wait.
 * Posts that have another version than `named` says are returned as `changed`.
 */
export async function lockPending(db: TenantDb, chosen: Chosen, named: readonly NamedPost[] = []) {
  const { companyId } = chosen;
  await db.first(lockCompany, { companyId });
  const pendingItems = await db.all(lockPendingItems, chosen);
  const pendingComments = await db.all(listPendingComments, chosen);
  const versions = new Map(
    named.map(({ feedbackId, commentId, version }) => [keyOf({ feedbackId, commentId }), version]),
  );
  const hasChanged = (post: NamedPost) =>
    (versions.get(keyOf(post)) ?? post.version) !== post.version;
  const items = Map.groupBy(pendingItems, ({ id: feedbackId, version }) =>
    hasChanged({ feedbackId, version }),
  );
  const comments = Map.groupBy(pendingComments, ({ id: commentId, version }) =>
    hasChanged({ commentId, version }),
  );
  const ofComments = comments.get(false) ?? [];
  const itemIds = [...new Set(ofComments.map(({ feedbackId }) => feedbackId))];
  const locked = await db.all(lockFeedbackItems("change"), { companyId, feedbackIds: itemIds });
  const byId = new Map(locked.map((item) => [item.id, item]));
  return {
    feedbackIds: items.get(false)?.map(({ id }) => id) ?? [],
    commentIds: ofComments.map(({ id }) => id),
    changed: [
      ...(items.get(true) ?? []).map(({ id }) => ({ feedbackId: id, commentId: null })),
      ...(comments.get(true) ?? []).map(({ id }) => ({ feedbackId: null, commentId: id })),
    ],
    /** Returns the comments with the items to which they belong. */
    withItem: <Comment extends { feedbackId: number }>(decided: readonly Comment[]) =>
      decided.flatMap((comment) => {
        const item = byId.get(comment.feedbackId);
        return item ? [{ ...comment, item }] : [];
      }),
  };
}

const keyOf = ({ feedbackId, commentId }: NamedPost) =>
  commentId === undefined ? `item ${String(feedbackId)}` : `comment ${String(commentId)}`;

/**
 * Stores copies of the posts of a decision. Must be called before the decision. Returns null if
 * rejected posts could not be restored as they were.
 */
export async function offerDecisionUndo(
  db: TenantTransaction,
  viewer: { id: number },
  { feedbackIds, commentIds }: Pick<PendingPosts, "feedbackIds" | "commentIds">,
  decided: Pick<UndoData["decision"], "decision"> & Partial<Pick<UndoData["decision"], "blocked">>,
): Promise<string | null> {
  const { companyId } = db;
  const copied = await db.first(copyPosts, { companyId, feedbackIds, commentIds });
  if (!copied || (copied.isImported && decided.decision !== "approve")) return null;
  const { items, comments } = copied;
  return offerUndo(db, viewer, "decision", { blocked: null, ...decided, items, comments });
}

/**
 * @throws HttpError 404 if none of the posts is waiting for approval; 409 if the only one that the
 * request names has changed
 */
async function decide(
  {
    db,
    viewer,
    visibility: { companyId, canSeePrivate },
    body,
    response,
    notFound,
  }: Handled<typeof moderationApi.approve | typeof moderationApi.reject, TenantUserContext>,
  decision: "approve" | "reject",
  change: (db: TenantTransaction, pending: PendingPosts) => Promise<number>,
): Promise<Decided> {
  const named: readonly NamedPost[] = body.posts ?? [body];
  const chosen = {
    companyId,
    canSeePrivate,
    feedbackIds: named.flatMap(({ feedbackId }) => feedbackId ?? []),
    commentIds: named.flatMap(({ commentId }) => commentId ?? []),
    userId: null,
  };
  const decided = await db.transaction(async (transaction) => {
    const pending = await lockPending(transaction, chosen, named);
    const { feedbackIds, commentIds, changed } = pending;
    if (feedbackIds.length + commentIds.length === 0) {
      if (changed.length === 0) throw notFound();
      if (!body.posts) throw conflict(CHANGED_POST);
      return { decided: 0, changed, undoToken: null };
    }
    const undoToken = await offerDecisionUndo(transaction, viewer, pending, { decision });
    const count = await change(transaction, pending);
    if (count === 0) throw notFound();
    return { decided: count, changed, undoToken };
  });
  response.changed({ kind: "moderation" }, true);
  return decided;
}
