import type { FeedbackDetail } from "#contract/feedback.ts";
import { MERGE_CONFLICTS, mergingApi } from "#contract/merging.ts";
import { recountComments } from "#server/features/mergedComments/mergedComments.queries.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import { findFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { conflict, notFound } from "#server/platform/http/httpError.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import {
  copyFollows,
  copyVotes,
  deleteCopiedFollows,
  deleteCopiedVotes,
  findMergeItem,
  markUnmerged,
  returnComments,
} from "./merging.queries.ts";

const { notFound: message } = mergingApi.unmerge;

type UnmergeContext = SignedInContext & {
  params: { id: number };
  response: Pick<ResponseContext, "record">;
};

/** Makes a merged item independent again. What came after the merge stays with the target. */
export async function unmergeFeedback(context: UnmergeContext): Promise<FeedbackDetail> {
  const { db, visibility } = requireTenant(context, message);
  const { params, response } = context;
  const { companyId } = visibility;
  return db.transaction(async (transaction) => {
    // Merges and bulk changes of a company wait for each other, so that they cannot deadlock.
    await transaction.first(lockCompany, { companyId });
    const ofItem = { ...visibility, feedbackId: params.id };
    const source = await transaction.first(findMergeItem, ofItem);
    if (!source) throw notFound(message);
    const { id: feedbackId, boardId, isPrivate, title, userId: authorId, mergedIntoId } = source;
    if (mergedIntoId === null) throw conflict(MERGE_CONFLICTS.notMerged);
    const target = await transaction.first(findMergeItem, {
      ...visibility,
      feedbackId: mergedIntoId,
    });
    if (!target) throw notFound(message);
    await moveOutOfTarget(transaction, { companyId, feedbackId, targetId: target.id });
    await response.record(transaction, {
      kind: "item_unmerged",
      feedbackId,
      boardId,
      isPrivate,
      data: {
        authorId,
        title,
        targetId: target.id,
        targetTitle: target.title,
        target: { boardId: target.boardId, isPrivate: target.isPrivate },
      },
    });
    const restored = await transaction.first(findFeedbackItem, ofItem);
    if (!restored) throw notFound(message);
    return restored;
  });
}

async function moveOutOfTarget(
  db: TenantDb,
  { companyId, feedbackId, targetId }: { companyId: number; feedbackId: number; targetId: number },
): Promise<void> {
  await db.all(deleteCopiedVotes, { companyId, targetId, sourceId: feedbackId });
  await db.all(deleteCopiedFollows, { companyId, targetId, sourceId: feedbackId });
  await db.all(returnComments, { companyId, feedbackId });
  await db.all(markUnmerged, { companyId, feedbackId });
  // A person may also have voted for another item that is still merged into the target.
  await db.all(copyVotes, { companyId, targetId });
  await db.all(copyFollows, { companyId, targetId });
  await db.all(recountComments, { companyId, ids: [feedbackId, targetId] });
}
