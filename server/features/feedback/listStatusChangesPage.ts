import type { Page } from "#contract/endpoint.ts";
import type { StatusChange, feedbackApi } from "#contract/feedback.ts";
import { pageFromEnd } from "#server/platform/http/pageFromEnd.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { listStatusChanges } from "./feedback.queries.ts";

/**
 * Returns one page of an item's status changes, oldest first. The next page contains earlier
 * changes.
 * @throws HttpError 400 for a cursor of another list, 404 for an item that the viewer cannot see
 */
export async function listStatusChangesPage(
  context: Handled<typeof feedbackApi.history>,
): Promise<Page<StatusChange>> {
  const feedbackId = context.params.id;
  const asked = { order: "history", ownerId: feedbackId, ...context.query };
  const page = await pageFromEnd<StatusChange>(asked, (rows, beforeId) => {
    const { db, visibility } = context;
    // The cursor is checked before, so this is not left to the guard.
    if (!db || !visibility) throw context.notFound();
    return db.all(listStatusChanges(rows), { ...visibility, feedbackId, beforeId });
  });
  if (!page) throw context.notFound();
  return page;
}
