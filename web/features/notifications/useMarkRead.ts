import { useQueryClient } from "@tanstack/react-query";
import type { Notification } from "#contract/notifications.ts";
import { notificationsApi, READ_LIMIT } from "#contract/notifications.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { markReadInCache } from "./markReadInCache.ts";

interface MarkRead {
  /** Marks the given notifications as read. Sends no request if all of them are already read. */
  readonly markRead: (notifications: readonly Notification[]) => void;
  readonly markAllRead: () => void;
}

/** Returns functions that mark notifications as read, first in the cache and then on the server. */
export function useMarkRead(): MarkRead {
  const client = useQueryClient();
  const { mutate } = useApiMutation(notificationsApi.read, {
    errorTitle: "Not marked as read",
    errorFallback: "The notifications could not be marked as read",
    refetch: [notificationsApi.unread],
    onError: () => {
      for (const { path } of [notificationsApi.list, notificationsApi.unread])
        void client.invalidateQueries({ queryKey: [path] });
    },
  });
  return {
    markRead: (notifications) => {
      const ids = notifications.filter(({ isRead }) => !isRead).map(({ id }) => id);
      if (ids.length === 0) return;
      markReadInCache(client, ids);
      for (let start = 0; start < ids.length; start += READ_LIMIT)
        mutate({ body: { ids: ids.slice(start, start + READ_LIMIT) } });
    },
    markAllRead: () => {
      markReadInCache(client, "all");
      mutate({ body: { all: true } });
    },
  };
}
