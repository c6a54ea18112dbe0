import type { Restore } from "#server/features/undo/undo.queries.ts";
import { resultOfItems } from "#server/features/undo/undoResult.policy.ts";
import { listMergeItems } from "./merging.queries.ts";
import { unmergeSources } from "./unmergeFeedback.ts";

/** Makes the items that are still merged into the target independent again. */
export const undoMerge: Restore<"merge"> = async (db, { feedbackIds, targetId }, { response }) => {
  const { companyId } = db;
  const existing = await db.all(listMergeItems, {
    companyId,
    feedbackIds: [...feedbackIds, targetId],
  });
  const target = existing.find(({ id }) => id === targetId);
  const restored = existing.filter(
    ({ id, mergedIntoId }) => feedbackIds.includes(id) && mergedIntoId === targetId,
  );
  if (target && restored.length > 0) await unmergeSources(db, restored, target, response);
  return resultOfItems(feedbackIds, { existing, restored });
};
