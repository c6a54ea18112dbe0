import type { SimilarItem, similarFeedbackApi } from "#contract/similarFeedback.ts";
import { findVisibleBoard } from "#server/features/boards/boards.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { TenantContext } from "#server/platform/access/guards.ts";
import { readFeedback } from "./readFeedback.ts";
import { searchDb } from "./searchFeedback.ts";
import type { SimilarTo } from "./similarFeedback.queries.ts";
import { listSimilarItems } from "./similarFeedback.queries.ts";

/**
 * Returns the visible items whose titles are most similar to a title, best first. A host without a
 * company has no items.
 * @throws HttpError 404 for a board that the viewer cannot see; HttpError 503 and OverloadError
 * like `searchDb`
 */
export async function listSimilarToTitle(
  context: Handled<typeof similarFeedbackApi.toTitle>,
): Promise<SimilarItem[]> {
  const { db, visibility, query, isAbandoned } = context;
  const { boardId } = query;
  if (!db || !visibility) {
    if (boardId !== undefined) throw context.notFound();
    return [];
  }
  if (boardId !== undefined && !(await db.first(findVisibleBoard, { ...visibility, boardId })))
    throw context.notFound();
  return listSimilar(searchDb(db, isAbandoned), visibility, query);
}

/**
 * Returns the visible items whose titles are most similar to the title of an item, best first.
 * @throws HttpError 404 for an item that the viewer cannot see; HttpError 503 and OverloadError
 * like `searchDb`
 */
export async function listSimilarToItem(
  context: Handled<typeof similarFeedbackApi.toItem, TenantContext>,
): Promise<SimilarItem[]> {
  const { id, title } = await readFeedback(context);
  const { db, visibility, isAbandoned } = context;
  return listSimilar(searchDb(db, isAbandoned), visibility, { title, exceptId: id });
}

function listSimilar(db: Db, visibility: Visibility, to: SimilarTo): Promise<SimilarItem[]> {
  const shape = {
    byBoard: to.boardId !== undefined,
    canSeePrivate: visibility.canSeePrivate,
  };
  return db.all(listSimilarItems(shape), { ...visibility, ...to });
}
