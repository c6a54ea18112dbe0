import { notificationsApi } from "#contract/notifications.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";

/** The query for the pages of notifications, newest first. */
export const notificationPagesQuery = apiPagedQuery(notificationsApi.list);
