import type { Page } from "#contract/endpoint.ts";
import type { Notification, notificationsApi } from "#contract/notifications.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { decodePosition, EMPTY_PAGE, pageOf } from "#server/platform/http/keysetCursor.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { countNotifications, listNotifications } from "./notifications.queries.ts";

const ORDER = "notifications";

/**
 * Returns one page of the viewer's notifications in the tenant, newest first.
 * @throws HttpError 400 for a cursor of another list
 */
export async function listNotificationsPage({
  db,
  visibility,
  viewer,
  query: { limit, cursor },
}: Handled<typeof notificationsApi.list, SignedInContext>): Promise<Page<Notification>> {
  const key = String(viewer.id);
  const beforeId =
    cursor === undefined
      ? Number.MAX_SAFE_INTEGER
      : decodePosition(ORDER, cursor, (given) => given === key).id;
  if (!db || !visibility) return EMPTY_PAGE;
  const [rows, counted] = await Promise.all([
    db.all(listNotifications(limit > 20 ? 101 : 21), { ...visibility, beforeId }),
    db.first(countNotifications("all"), visibility),
  ]);
  return pageOf(rows, {
    limit,
    order: ORDER,
    total: counted?.total ?? 0,
    positionOf: ({ id }) => ({ key, id }),
  });
}
