import type { BodyOf } from "#contract/endpoint.ts";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { mergingApi } from "#contract/merging.ts";
import {
  placeCommentsOfTargets,
  recountComments,
} from "#server/features/mergedComments/mergedComments.queries.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import { findFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { findMergePair } from "./findMergePair.ts";
import {
  copyFollows,
  copyVotes,
  deleteCopiedFollows,
  deleteCopiedVotes,
  markComments,
  markMerged,
} from "./merging.queries.ts";

const { notFound: message } = mergingApi.merge;

type MergeContext = SignedInContext & {
  params: { id: number };
  body: BodyOf<typeof mergingApi.merge>;
  response: Pick<ResponseContext, "record">;
};

/**
 * Merges an item into a target. The item keeps its votes and levels of following; the target gets
 * copies of them. Comments are moved (docs/decisions/0043-merging.md).
 */
export async function mergeFeedback(context: MergeContext): Promise<FeedbackDetail> {
  const { db, visibility } = requireTenant(context, message);
  const { params, body, response } = context;
  const { companyId } = visibility;
  const { targetId } = body;
  return db.transaction(async (transaction) => {
    // Merges and bulk changes of a company wait for each other, so that they cannot deadlock.
    await transaction.first(lockCompany, { companyId });
    const ids = { feedbackId: params.id, targetId };
    const { source, target } = await findMergePair(transaction, visibility, ids);
    await moveIntoTarget(transaction, { companyId, feedbackId: source.id, targetId });
    const { boardId, isPrivate, title, userId: authorId } = source;
    await response.record(transaction, {
      kind: "item_merged",
      feedbackId: source.id,
      boardId,
      isPrivate,
      data: {
        authorId,
        title,
        targetId,
        targetTitle: target.title,
        target: { boardId: target.boardId, isPrivate: target.isPrivate },
      },
    });
    const merged = await transaction.first(findFeedbackItem, {
      ...visibility,
      feedbackId: targetId,
    });
    if (!merged) throw notFound(message);
    return merged;
  });
}

async function moveIntoTarget(
  db: TenantDb,
  { companyId, feedbackId, targetId }: { companyId: number; feedbackId: number; targetId: number },
): Promise<void> {
  // From here on, votes and comments for the item are refused. Concurrent ones are committed.
  await db.all(markMerged, { companyId, feedbackId, targetId });
  // Deletes the copies from items that were merged into this item earlier. Those items are now
  // merged into the target, which gets its own copies below.
  await db.all(deleteCopiedVotes, { companyId, targetId: feedbackId, sourceId: null });
  await db.all(deleteCopiedFollows, { companyId, targetId: feedbackId, sourceId: null });
  await db.all(copyVotes, { companyId, targetId });
  await db.all(copyFollows, { companyId, targetId });
  await db.all(markComments, { companyId, feedbackId });
  const placed = await db.all(placeCommentsOfTargets, { companyId, targetIds: [targetId] });
  await db.all(recountComments, { companyId, ids: placed.map(({ id }) => id) });
}
