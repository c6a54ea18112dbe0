import type { QueryClient } from "@tanstack/react-query";
import type { Page } from "#contract/endpoint.ts";
import type { Notification } from "#contract/notifications.ts";
import { notificationsApi, UNREAD_COUNT_LIMIT } from "#contract/notifications.ts";
import { unreadQuery } from "./unreadQuery.ts";

type CachedList = Page<Notification> | { readonly pages: readonly Page<Notification>[] };

/** Marks notifications as read in all cached lists, and lowers the cached unread count. */
export function markReadInCache(client: QueryClient, ids: readonly number[] | "all"): void {
  const marked = (page: Page<Notification>): Page<Notification> => ({
    ...page,
    items: page.items.map((notification) =>
      ids === "all" || ids.includes(notification.id)
        ? { ...notification, isRead: true }
        : notification,
    ),
  });
  client.setQueriesData<CachedList>({ queryKey: [notificationsApi.list.path] }, (list) => {
    if (!list) return undefined;
    return "pages" in list ? { ...list, pages: list.pages.map(marked) } : marked(list);
  });
  client.setQueryData(unreadQuery.queryKey, (unread) => {
    if (!unread || ids === "all") return { count: 0 };
    // A count at the limit is not decreased, because the true number can be above the limit.
    const isCounted = unread.count < UNREAD_COUNT_LIMIT;
    return isCounted ? { count: Math.max(0, unread.count - ids.length) } : unread;
  });
}
