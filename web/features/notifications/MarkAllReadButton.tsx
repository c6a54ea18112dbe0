import type { QueryClient } from "@tanstack/react-query";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Page } from "#contract/endpoint.ts";
import type { Notification } from "#contract/notifications.ts";
import type { RejectedPost } from "#contract/rejectedPosts.ts";
import { READ_LIMIT, UNREAD_COUNT_LIMIT } from "#contract/notificationLimits.ts";
import { invalidateAffected } from "#web/app/api/affectedQueries.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { unreadQuery } from "./unreadQuery.ts";

/**
 * The button that marks all notifications as read. Renders nothing if no notification is unread.
 */
export function MarkAllReadButton({ variant }: { variant: "ghost" | "secondary" }) {
  const { data } = useQuery(unreadQuery);
  const { markAllRead } = useMarkRead();
  if (!data?.count) return null;
  return (
    <Button
      variant={variant}
      size="sm"
      // Makes the button no higher than a heading, so that removing the button moves no content.
      className="-my-1"
      onClick={({ currentTarget }) => {
        // Focuses the panel or the page, because the focused button is about to be removed.
        currentTarget.closest<HTMLElement>("[role=dialog], main")?.focus({ preventScroll: true });
        markAllRead();
      }}
    >
      Mark all as read
    </Button>
  );
}

interface MarkRead {
  /** Marks the given notifications as read. Sends no request if all of them are already read. */
  readonly markRead: (notifications: readonly Notification[]) => void;
  readonly markRejectionsRead: (posts: readonly RejectedPost[]) => void;
  readonly markAllRead: () => void;
}

/** Returns functions that mark notifications as read, first in the cache and then on the server. */
export function useMarkRead(): MarkRead {
  const client = useQueryClient();
  const { mutate } = useApiMutation("POST /api/notifications/read", {
    errorTitle: "Not marked as read",
    errorFallback: "The notifications could not be marked as read",
    changes: "readNotifications",
    onError: () => void invalidateAffected(client, "notifications"),
  });
  return {
    markRead: (notifications) => {
      const ids = notifications.filter(({ isRead }) => !isRead).map(({ id }) => id);
      if (ids.length === 0) return;
      markReadInCache(client, ids);
      for (let start = 0; start < ids.length; start += READ_LIMIT)
        mutate({ body: { ids: ids.slice(start, start + READ_LIMIT) } });
    },
    markRejectionsRead: (posts) => {
      const rejectedIds = posts.filter(({ isRead }) => !isRead).map(({ id }) => id);
      if (rejectedIds.length === 0) return;
      markRejectionsReadInCache(client);
      lowerUnreadCount(client, rejectedIds.length);
      mutate({ body: { rejectedIds } });
    },
    markAllRead: () => {
      markRejectionsReadInCache(client);
      markReadInCache(client, "all");
      mutate({ body: { all: true } });
    },
  };
}

type CachedList = Page<Notification> | { readonly pages: readonly Page<Notification>[] };

/** Marks notifications as read in all cached lists, and lowers the cached unread count. */
function markReadInCache(client: QueryClient, ids: readonly number[] | "all"): void {
  const marked = (page: Page<Notification>): Page<Notification> => ({
    ...page,
    items: page.items.map((notification) =>
      ids === "all" || ids.includes(notification.id)
        ? { ...notification, isRead: true }
        : notification,
    ),
  });
  client.setQueriesData<CachedList>({ queryKey: ["/api/notifications"] }, (list) => {
    if (!list) return undefined;
    return "pages" in list ? { ...list, pages: list.pages.map(marked) } : marked(list);
  });
  lowerUnreadCount(client, ids === "all" ? Number.POSITIVE_INFINITY : ids.length);
}

/** Marks all rejected posts as read in all cached lists. Few are listed, and all of them are shown. */
function markRejectionsReadInCache(client: QueryClient): void {
  client.setQueriesData<RejectedPost[]>({ queryKey: ["/api/rejected-posts"] }, (posts) =>
    posts?.map((post) => ({ ...post, isRead: true })),
  );
}

function lowerUnreadCount(client: QueryClient, by: number): void {
  client.setQueryData(unreadQuery.queryKey, (unread) => {
    if (!unread || by === Number.POSITIVE_INFINITY) return { count: 0 };
    // A count at the limit is not decreased, because the true number can be above the limit.
    const isCounted = unread.count < UNREAD_COUNT_LIMIT;
    return isCounted ? { count: Math.max(0, unread.count - by) } : unread;
  });
}
