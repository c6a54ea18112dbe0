import { notificationsApi } from "#contract/notifications.ts";
import { signedIn } from "#server/platform/access/guards.ts";
import { route } from "#server/platform/routing/route.ts";
import { listNotificationsPage } from "./listNotificationsPage.ts";
import { markNotificationsRead } from "./markNotificationsRead.ts";
import { countNotifications } from "./notifications.queries.ts";

export const notificationsRoutes = [
  route(notificationsApi.list, signedIn, listNotificationsPage),
  route(notificationsApi.unread, signedIn, async ({ db, visibility }) => {
    const counted = visibility && (await db?.first(countNotifications("unread"), visibility));
    return { count: counted?.total ?? 0 };
  }),
  route(notificationsApi.read, signedIn, markNotificationsRead),
];
