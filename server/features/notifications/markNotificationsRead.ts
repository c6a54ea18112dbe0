import type { notificationsApi } from "#contract/notifications.ts";
import { markRejectionsRead } from "#server/features/moderation/rejectedPosts.queries.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { markSomeRead, NOTIFICATION_SLICE } from "./notifications.queries.ts";

/**
 * Marks the viewer's notifications or rejected posts in the tenant as read. Ids of other users' notifications are
 * ignored, so that the response does not reveal whether these notifications exist.
 */
export async function markNotificationsRead({
  db,
  visibility,
  body,
  response,
}: Handled<typeof notificationsApi.read, SignedInContext>): Promise<void> {
  if (!db || !visibility) return response.unchanged();
  const { companyId, viewerId } = visibility;
  const statement = markSomeRead("ids" in body ? "ids" : "any");
  const params = { ...visibility, ...("ids" in body && { ids: body.ids }) };
  let marked = 0;
  if (!("ids" in body)) {
    const ids = "rejectedIds" in body ? body.rejectedIds : null;
    marked = (await db.all(markRejectionsRead, { companyId, viewerId, ids })).length;
  }
  let slice = "rejectedIds" in body ? 0 : NOTIFICATION_SLICE;
  while (slice === NOTIFICATION_SLICE) {
    slice = (await db.all(statement, params)).length;
    marked += slice;
  }
  if (marked === 0) return response.unchanged();
  return response.changedForUsers([viewerId], { kind: "notifications" });
}
