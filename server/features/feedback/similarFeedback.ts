import type { QueryOf } from "#contract/endpoint.ts";
import type { SimilarItem } from "#contract/similarFeedback.ts";
import { similarFeedbackApi } from "#contract/similarFeedback.ts";
import { findVisibleBoard } from "#server/features/boards/boards.queries.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { findItem } from "./findItem.ts";
import { inSearchLane } from "./searchFeedback.ts";
import type { SimilarTo } from "./similarFeedback.queries.ts";
import { listSimilarItems } from "./similarFeedback.queries.ts";

type TitleContext = RequestContext & { query: QueryOf<typeof similarFeedbackApi.toTitle> };

/**
 * Returns the visible items whose titles are most similar to a title, best first. A host without a
 * company has no items.
 * @throws HttpError 404 for a board that the viewer cannot see; HttpError 503 and OverloadError
 * like `inSearchLane`
 */
export async function listSimilarToTitle(context: TitleContext): Promise<SimilarItem[]> {
  const { db, visibility, query } = context;
  const { notFound: message } = similarFeedbackApi.toTitle;
  const { boardId } = query;
  if (boardId !== undefined) {
    const tenant = requireTenant(context, message);
    if (!(await tenant.db.first(findVisibleBoard, { ...tenant.visibility, boardId })))
      throw notFound(message);
  }
  return db && visibility ? listSimilar(db, visibility, query) : [];
}

/**
 * Returns the visible items whose titles are most similar to the title of an item, best first.
 * @throws HttpError 404 for an item that the viewer cannot see; HttpError 503 and OverloadError
 * like `inSearchLane`
 */
export async function listSimilarToItem(
  context: RequestContext & { params: { id: number } },
): Promise<SimilarItem[]> {
  const { id, title } = await findItem(context, context.params.id);
  const { db, visibility } = requireTenant(context, similarFeedbackApi.toItem.notFound);
  return listSimilar(db, visibility, { title, exceptId: id });
}

function listSimilar(db: TenantDb, visibility: Visibility, to: SimilarTo): Promise<SimilarItem[]> {
  const shape = {
    byBoard: to.boardId !== undefined,
    canSeePrivate: visibility.canSeePrivate,
  };
  return inSearchLane(db, (limited) =>
    limited.all(listSimilarItems(shape), { ...visibility, ...to }),
  );
}
