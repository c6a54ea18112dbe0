import type { QueryOf } from "#contract/endpoint.ts";
import type { SimilarItem } from "#contract/similarFeedback.ts";
import { similarFeedbackApi } from "#contract/similarFeedback.ts";
import { findVisibleBoard } from "#server/features/boards/boards.queries.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { findItem } from "./findItem.ts";
import { inSearchLane } from "./searchFeedback.ts";
import { listSimilarItems } from "./similarFeedback.queries.ts";

/**
 * Returns the visible items whose titles are most similar to a title, best first. A host without a
 * company has no items.
 * @throws HttpError 404 for a board that the viewer may not see; HttpError 503 and OverloadError as
 * a search
 */
export async function listSimilarToTitle({
  db,
  visibility,
  query: { title, boardId },
}: RequestContext & { query: QueryOf<typeof similarFeedbackApi.toTitle> }): Promise<SimilarItem[]> {
  if (!db || !visibility) {
    if (boardId !== undefined) throw notFound(similarFeedbackApi.toTitle.notFound);
    return [];
  }
  if (boardId !== undefined && !(await db.first(findVisibleBoard, { ...visibility, boardId })))
    throw notFound(similarFeedbackApi.toTitle.notFound);
  return inSearchLane(db, (limited) =>
    limited.all(listSimilarItems, { ...visibility, title, boardId }),
  );
}

/**
 * Returns the visible items whose titles are most similar to that of an item, best first.
 * @throws HttpError 404 for an item that the viewer may not see; HttpError 503 and OverloadError as
 * a search
 */
export async function listSimilarToItem(
  context: RequestContext & { params: { id: number } },
): Promise<SimilarItem[]> {
  const { id, title } = await findItem(context, context.params.id);
  const { db, visibility } = requireTenant(context, similarFeedbackApi.toItem.notFound);
  return inSearchLane(db, (limited) =>
    limited.all(listSimilarItems, { ...visibility, title, exceptId: id }),
  );
}
