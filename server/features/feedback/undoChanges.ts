import type { ResponseOf } from "#contract/endpoint.ts";
import type { bulkChangesApi } from "#contract/bulkChanges.ts";
import { UNDO_SECONDS } from "#contract/bulkChanges.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { listLatestStatusChanges, lockItems, undoStatusChanges } from "./bulkChanges.queries.ts";

/**
 * Takes back the viewer's latest change of status of each item. The change's entry in the timeline
 * and its notifications are deleted.
 * @throws HttpError 409 if one of the changes can no longer be taken back; in this case nothing is
 * changed
 */
export async function undoChanges(
  context: Handled<typeof bulkChangesApi.undo, TenantUserContext>,
): Promise<ResponseOf<typeof bulkChangesApi.undo>> {
  const { body, viewer, response } = context;
  const { tenantId: companyId } = context;
  return context.db.transaction(async (db) => {
    const items = await lockItems(db, body.ids, "change");
    const latest = await db.all(listLatestStatusChanges(UNDO_SECONDS), {
      companyId,
      viewerId: viewer.id,
      feedbackIds: body.ids,
    });
    const changes = new Map(latest.map((change) => [change.feedbackId, change]));
    const results = items.map(({ id, status }) => {
      const change = changes.get(id);
      // The item has no change of status. Or its latest change is too old, was made by another
      // admin, is already part of a mail, or did not set the item's present status.
      if (!change?.canUndo || change.toStatus !== status)
        throw conflict("The former status can no longer be restored");
      return { id, status: change.fromStatus };
    });
    await db.all(undoStatusChanges, { companyId, changeIds: latest.map(({ id }) => id) });
    for (const { id: feedbackId, boardId, isPrivate } of items)
      response.changed({ kind: "status", feedbackId, boardId }, isPrivate);
    response.changed(
      { kind: "notifications" },
      items.every(({ isPrivate }) => isPrivate),
    );
    return { results };
  });
}
