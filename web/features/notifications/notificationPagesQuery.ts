import { notificationsApi } from "#contract/notifications.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";

/** The query of all notifications, newest first. */
export const notificationPagesQuery = apiPagedQuery(notificationsApi.list);
