import type { Activity } from "#server/platform/activity/activity.ts";
import type { MergeItem } from "./merging.queries.ts";

/** Returns the activity that records a merge or an unmerge. */
export function mergeActivity(
  kind: "item_merged" | "item_unmerged",
  { id: feedbackId, boardId, isPrivate, title, userId: authorId }: MergeItem,
  target: MergeItem,
  isBulk = false,
): Activity {
  const { id: targetId, title: targetTitle } = target;
  const data = {
    authorId,
    title,
    targetId,
    targetTitle,
    target: { boardId: target.boardId, isPrivate: target.isPrivate },
    ...(isBulk && { isBulk }),
  };
  return { kind, feedbackId, boardId, isPrivate, data };
}
