import { NOT_OPEN } from "#contract/feedback.ts";
import type { roadmapApi } from "#contract/roadmap.ts";
import { MAX_PLACED, NO_PLACE } from "#contract/roadmap.ts";
import { lockFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { conflict, invalid } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { listColumn, lockColumn, updateColumn } from "./roadmap.queries.ts";

/** Places an item after another one of its column, or at the top of the column. */
export function placeOnRoadmap(
  context: Handled<typeof roadmapApi.place, TenantUserContext>,
): Promise<void> {
  const { db, visibility, params, body, response } = context;
  return db.transaction(async (transaction) => {
    const item = await transaction.first(lockFeedbackItem, {
      ...visibility,
      feedbackId: params.id,
    });
    if (!item) throw context.notFound();
    const { id, status, state, boardId, isPrivate } = item;
    if (state !== "open") throw conflict(NOT_OPEN[state]);
    if (status === "new") throw conflict(NO_PLACE.notOnRoadmap);
    const column = { companyId: db.companyId, status };
    const locked = await transaction.first(lockColumn, column);
    if (locked?.roadmapOrder !== "manual") throw conflict(NO_PLACE.byVotes);
    const feedbackIds = placeAfter(await transaction.all(listColumn, column), id, body.afterId);
    await transaction.all(updateColumn, { ...column, feedbackIds });
    response.changed({ kind: "item", feedbackId: id, boardId }, isPrivate);
  });
}

/**
 * Returns the items of a column that are placed once the item is. All items above it are, so that
 * votes no longer change what stands above it.
 */
function placeAfter(
  column: readonly { id: number; isPlaced: boolean }[],
  id: number,
  afterId: number | null,
): number[] {
  const others = column.filter((each) => each.id !== id);
  const above = afterId === null ? 0 : others.findIndex((each) => each.id === afterId) + 1;
  if (afterId !== null && above === 0) {
    // Not all items of a long column are known.
    if (column.length > MAX_PLACED) throw conflict(NO_PLACE.tooFar);
    throw invalid({ afterId: ["Not an item of the same column"] });
  }
  const placed = others.filter(({ isPlaced }, index) => isPlaced || index < above);
  const ids = placed.map((each) => each.id).toSpliced(above, 0, id);
  if (ids.length > MAX_PLACED && above >= MAX_PLACED) throw conflict(NO_PLACE.tooFar);
  // The last placed item of a full column is ordered by its votes again.
  return ids.slice(0, MAX_PLACED);
}
