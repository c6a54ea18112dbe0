import type { QueryClient } from "@tanstack/react-query";
import { notificationsApi } from "#contract/notifications.ts";
import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { isRestrictedUser } from "#web/app/api/session.ts";

/** The query of the number in the bell's badge. */
export const unreadQuery = apiQuery(notificationsApi.unread);

/** Whether the header shows the bell. Without a company there are no notifications. */
export function hasBell({ tenantId }: Portal, user: User | null): boolean {
  return user !== null && tenantId !== null && !isRestrictedUser(user);
}

/** Fetches the number in the badge. If that fails, the page is shown without the number. */
export async function preloadUnread(
  client: QueryClient,
  portal: Portal,
  user: User | null,
): Promise<void> {
  if (!hasBell(portal, user)) return;
  await client.query({ ...unreadQuery, staleTime: "static" }).catch(() => {
    client.removeQueries({ queryKey: unreadQuery.queryKey });
  });
}
