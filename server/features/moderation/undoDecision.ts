import type { NotRestored } from "#contract/undo.ts";
import {
  reattachToComments,
  reattachToItems,
} from "#server/features/attachedPictures/attachPictures.queries.ts";
import { lockFeedbackItems } from "#server/features/feedback/bulkChanges.queries.ts";
import type { Restore, UndoContext, UndoData } from "#server/features/undo/undo.queries.ts";
import { notRestored } from "#server/features/undo/undoResult.policy.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { TenantTransaction } from "#server/platform/db/database.ts";
import { deleteBlock } from "./blockedAccounts.queries.ts";
import { deleteRejectedPosts } from "./rejectedPosts.queries.ts";
import type { RestoredPost } from "./decisions.queries.ts";
import {
  forgetApprovals,
  holdComments,
  holdItems,
  listMailedPosts,
  restoreComments,
  restoreItems,
} from "./decisions.queries.ts";

type Decision = UndoData["decision"];

/** The posts that wait for approval again. */
type Waiting = Record<"items" | "comments", RestoredPost[]>;

/**
 * Lets the posts of a decision wait for approval again, and unblocks the account that the decision
 * has blocked.
 */
export const undoDecision: Restore<"decision"> = async (db, decision, context) => {
  const { companyId } = db;
  const wereVisible = decision.decision === "approve";
  const waiting = await (wereVisible ? holdPosts : restorePosts)(db, decision);
  const isUnblocked = await unblock(db, decision.blocked, context);
  const [feedbackIds, commentIds] = [idsOf(waiting.items), idsOf(waiting.comments)];
  const details = { decision: decision.decision, feedbackIds, commentIds };
  const posts = feedbackIds.length + commentIds.length;
  if (posts > 0) await recordAudit(db, context, companyId, { action: "moderation.undo", details });
  report(context.response, waiting, wereVisible);
  return {
    restored: posts + (isUnblocked ? 1 : 0),
    notRestored: othersOf(decision, waiting, wereVisible ? "reacted" : "deleted"),
  };
};

const idsOf = (posts: readonly { id: number }[]) => posts.map(({ id }) => id);

/** Makes approved posts wait for approval again, and deletes their notifications. */
async function holdPosts(db: TenantTransaction, decision: Decision): Promise<Waiting> {
  const { companyId } = db;
  const itemIds = itemsOf(decision);
  await db.all(lockFeedbackItems("change"), { companyId, feedbackIds: itemIds });
  const ofPosts = {
    companyId,
    itemIds,
    feedbackIds: idsOf(decision.items),
    commentIds: idsOf(decision.comments),
  };
  const mailed = await db.all(listMailedPosts, ofPosts);
  const isMailed = (key: "feedbackId" | "commentId", id: number) =>
    mailed.some((post) => (post.commentId === null) === (key === "feedbackId") && post[key] === id);
  const approved = decision.items.filter(({ id }) => !isMailed("feedbackId", id));
  const approvedItems = JSON.stringify(approved);
  const commentIds = ofPosts.commentIds.filter((id) => !isMailed("commentId", id));
  const items = await db.all(holdItems, { companyId, approvedItems });
  const comments = await db.all(holdComments, { companyId, commentIds });
  const held = { feedbackIds: idsOf(items), commentIds: idsOf(comments) };
  await db.all(forgetApprovals, { ...ofPosts, ...held });
  return { items, comments };
}

/** Inserts rejected posts again. */
async function restorePosts(db: TenantTransaction, decision: Decision): Promise<Waiting> {
  const { companyId } = db;
  await db.all(lockFeedbackItems("change"), { companyId, feedbackIds: itemsOf(decision) });
  const rejectedItems = JSON.stringify(decision.items);
  const rejectedComments = JSON.stringify(decision.comments);
  const restored = {
    items: await db.all(restoreItems, { companyId, rejectedItems }),
    comments: await db.all(restoreComments, { companyId, rejectedComments }),
  };
  await db.all(reattachToItems, { companyId, ids: idsOf(restored.items) });
  await db.all(reattachToComments, { companyId, ids: idsOf(restored.comments) });
  await db.all(deleteRejectedPosts, {
    companyId,
    feedbackIds: idsOf(restored.items),
    commentIds: idsOf(restored.comments),
  });
  return restored;
}

/** Returns the ids of the items, and of the items to which the comments belonged. */
const itemsOf = ({ items, comments }: Decision) => [
  ...new Set([...idsOf(items), ...comments.map((comment) => comment.feedback_id)]),
];

/** Returns the posts that do not wait for approval again. */
function othersOf(
  { items, comments }: Decision,
  waiting: Waiting,
  reason: NotRestored["reason"],
): NotRestored[] {
  const restored = { items: idsOf(waiting.items), comments: idsOf(waiting.comments) };
  return [
    ...idsOf(items)
      .filter((id) => !restored.items.includes(id))
      .map((id) => notRestored(id, reason)),
    ...comments
      .filter(({ id }) => !restored.comments.includes(id))
      .map(({ id, feedback_id: feedbackId }) => notRestored(feedbackId, reason, id)),
  ];
}

/** Returns whether the account was still blocked. */
async function unblock(
  db: TenantTransaction,
  blocked: Decision["blocked"],
  context: UndoContext,
): Promise<boolean> {
  const { companyId } = db;
  if (!blocked || !(await db.first(deleteBlock, { companyId, userId: blocked.id }))) return false;
  await recordAudit(db, context, companyId, {
    action: "account.unblock",
    subject: blocked.username,
    aboutUserId: blocked.id,
  });
  return true;
}

/** Publishes the events for open pages. */
function report(
  response: UndoContext["response"],
  { items, comments }: Waiting,
  wereVisible: boolean,
): void {
  for (const { feedbackId, boardId, isPrivate } of items)
    response.changed({ kind: "item", feedbackId, boardId }, isPrivate || !wereVisible);
  for (const { feedbackId, boardId, isPrivate } of comments) {
    const event = { kind: "comment", feedbackId, boardId, commentsCount: null } as const;
    response.changed(event, isPrivate || !wereVisible);
  }
  response.changed({ kind: "moderation" }, true);
  if (wereVisible) response.changed({ kind: "notifications" }, false);
}
