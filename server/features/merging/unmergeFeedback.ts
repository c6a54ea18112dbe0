import type { FeedbackDetail } from "#contract/feedback.ts";
import { MERGE_CONFLICTS, mergingApi } from "#contract/merging.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import { findFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { conflict, notFound } from "#server/platform/http/httpError.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { findMergeItem } from "./merging.queries.ts";
import { moveOutOfTarget } from "./moveOutOfTarget.queries.ts";

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
