import type { FeedbackDetail } from "#contract/feedback.ts";
import type { mergingApi } from "#contract/merging.ts";
import { MERGE_CONFLICTS } from "#contract/merging.ts";
import { UNDO_SECONDS } from "#contract/undo.ts";
import { lockCompany } from "#server/features/companies/companies.queries.ts";
import { forgetRecentActivities } from "#server/features/feedback/bulkChanges.queries.ts";
import { findFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import { mergeActivity } from "#server/features/unmerging/unmerging.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { TenantTransaction } from "#server/platform/db/database.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import type { Handled, ResponseContext } from "#server/platform/routing/route.ts";
import type { MergeItem } from "./merging.queries.ts";
import { findMergeItem } from "./merging.queries.ts";
import { moveOutOfTargets } from "./moveSources.queries.ts";

type Response = Pick<ResponseContext, "record" | "changed">;

/**
 * Makes a merged item independent again. Votes and comments that the target got after the merge
 * stay with the target.
 */
export async function unmergeFeedback(
  context: Handled<typeof mergingApi.unmerge, TenantUserContext>,
): Promise<FeedbackDetail> {
  const { db, visibility, params, response } = context;
  const { companyId } = visibility;
  return db.transaction(async (transaction) => {
    // Merges and bulk changes of a company wait for each other, so that they cannot deadlock.
    await transaction.first(lockCompany, { companyId });
    const ofItem = { ...visibility, feedbackId: params.id };
    const source = await transaction.first(findMergeItem, ofItem);
    if (!source) throw context.notFound();
    const { mergedIntoId: feedbackId } = source;
    if (feedbackId === null) throw conflict(MERGE_CONFLICTS.notMerged);
    const target = await transaction.first(findMergeItem, { ...visibility, feedbackId });
    if (!target) throw context.notFound();
    await unmergeSources(transaction, [source], target, response);
    const restored = await transaction.first(findFeedbackItem(ofItem), ofItem);
    if (!restored) throw context.notFound();
    return restored;
  });
}

/**
 * Makes items that are merged into a target independent again. If the merge was made within the
 * last minute, deletes the notifications of the merge, unless a mail about the merge was already
 * created.
 */
export async function unmergeSources(
  db: TenantTransaction,
  sources: readonly MergeItem[],
  target: MergeItem,
  response: Response,
): Promise<void> {
  const { companyId } = db;
  const feedbackIds = sources.map(({ id }) => id);
  await moveOutOfTargets(db, feedbackIds);
  const forget = forgetRecentActivities(UNDO_SECONDS);
  const forgotten = await db.all(forget, { companyId, feedbackIds, kind: "item_merged" });
  const isPrivate = sources.every((source) => source.isPrivate);
  if (forgotten.length > 0) response.changed({ kind: "notifications" }, isPrivate);
  const ended = sources.map((source) => mergeActivity("item_unmerged", source, target));
  await response.record(db, ...ended);
}
