import type { QueryClient } from "@tanstack/react-query";
import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { isRestrictedUser } from "#web/app/api/session.ts";

/** The query for the number of unread notifications, which the bell's badge shows. */
export const unreadQuery = apiQuery("/api/notifications/unread");

/**
 * Whether the header shows the bell. Signed-out and restricted users have no bell. A page without a
 * company has no bell, because every notification belongs to a company.
 */
export function hasBell({ tenantId }: Portal, user: User | null): boolean {
  return user !== null && tenantId !== null && !isRestrictedUser(user);
}

/** Preloads the unread count. If the request fails, the page is rendered without the count. */
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
