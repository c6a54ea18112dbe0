import type { BodyOf } from "#contract/endpoint.ts";
import type { Notification } from "#contract/notifications.ts";
import { notificationsApi } from "#contract/notifications.ts";
import { pageFrom } from "./lists.ts";
import type { ScriptedServer } from "./ScriptedServer.ts";

/** Scripts the calls of the bell: the list, the number of unread notifications, and marking them. */
export function respondToNotifications(
  server: ScriptedServer,
  data: { notifications: Notification[] },
): void {
  const isMarked = (body: BodyOf<typeof notificationsApi.read>, { id }: Notification) =>
    "all" in body || ("ids" in body && body.ids.includes(id));
  server
    .respond(notificationsApi.list, ({ query }) => pageFrom(data.notifications, query))
    .respond(notificationsApi.unread, () => ({
      count: data.notifications.filter(({ isRead }) => !isRead).length,
    }))
    .respond(notificationsApi.read, ({ body }) => {
      for (const notification of data.notifications)
        notification.isRead ||= isMarked(body, notification);
    });
}
