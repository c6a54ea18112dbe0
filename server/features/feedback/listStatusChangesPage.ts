import type { Page, QueryOf } from "#contract/endpoint.ts";
import type { StatusChange } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { notFound } from "#server/platform/http/httpError.ts";
import { pageFromEnd } from "#server/platform/http/pageFromEnd.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { listStatusChanges } from "./feedback.queries.ts";

const { notFound: message } = feedbackApi.history;

/**
 * Returns one page of an item's status changes, oldest first. The next page contains earlier
 * changes.
 * @throws HttpError 400 for a cursor of another list, 404 for an item that the viewer cannot see
 */
export async function listStatusChangesPage(
  context: RequestContext & { params: { id: number }; query: QueryOf<typeof feedbackApi.history> },
): Promise<Page<StatusChange>> {
  const feedbackId = context.params.id;
  const asked = { order: "history", ownerId: feedbackId, ...context.query };
  const page = await pageFromEnd<StatusChange>(asked, (rows, beforeId) => {
    const { db, visibility } = requireTenant(context, message);
    return db.all(listStatusChanges(rows), { ...visibility, feedbackId, beforeId });
  });
  if (!page) throw notFound(message);
  return page;
}
