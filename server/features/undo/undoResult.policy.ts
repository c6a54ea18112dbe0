import type { NotRestored, UndoResult } from "#contract/undo.ts";

/** Says why an item or comment as a whole was not restored. */
export function notRestored(
  feedbackId: number,
  reason: NotRestored["reason"],
  commentId: number | null = null,
): NotRestored {
  return { feedbackId, commentId, field: null, reason };
}

/**
 * Returns the result of the undo of a change of whole items.
 * @param existing the ids of the items that still exist
 * @param restored the ids of the restored items
 */
export function resultOfItems(
  feedbackIds: readonly number[],
  { existing, restored }: Record<"existing" | "restored", readonly { id: number }[]>,
): UndoResult {
  const isIn = (items: readonly { id: number }[], id: number) =>
    items.some((item) => item.id === id);
  const others = feedbackIds.filter((id) => !isIn(restored, id));
  return {
    restored: restored.length,
    notRestored: others.map((id) => notRestored(id, isIn(existing, id) ? "changed" : "deleted")),
  };
}
