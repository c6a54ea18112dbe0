import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { useCurrentUser, usePortal } from "#web/app/api/SessionContext.tsx";
import { NoCompany } from "#web/app/layout/NoCompany.tsx";
import { PageContainer } from "#web/app/layout/PageContainer.tsx";
import { PageHeading } from "#web/app/layout/PageHeading.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { RequireUser } from "#web/features/auth/RequireUser.tsx";
import {
  groupConsecutive,
  NotificationList,
  NotificationsEmpty,
  NotificationsSkeleton,
} from "#web/features/notifications/NotificationList.tsx";
import { RejectedPosts, rejectedPostsQuery } from "#web/features/notifications/RejectedPosts.tsx";
import { MarkAllReadButton } from "#web/features/notifications/MarkAllReadButton.tsx";
import { hasBell } from "#web/features/notifications/unreadQuery.ts";
import { PagedList } from "#web/features/roadmap/PagedList.tsx";
import type { PageContext } from "./pageModule.ts";

/** The query for the pages of notifications, newest first. */
const notificationPagesQuery = apiPagedQuery("/api/notifications");

/**
 * The page /notifications with the user's notifications, newest first. The notifications are those
 * of the company whose boards this host shows.
 */
export function Component() {
  const isShown = hasBell(usePortal(), useCurrentUser());
  return (
    <PageContainer>
      <PageMeta title="Notifications" noIndex />
      <PageHeading
        title="Notifications"
        actions={isShown ? <MarkAllReadButton variant="secondary" /> : null}
      />
      <RequireUser>
        {() =>
          isShown ? (
            <>
              <RejectedPosts />
              <Notifications />
            </>
          ) : (
            <NoCompany />
          )
        }
      </RequireUser>
    </PageContainer>
  );
}

/** Preloads the first page of notifications, and the rejected posts. */
export async function preloads({ client, portal, user }: PageContext): Promise<void> {
  if (!hasBell(portal, user)) return;
  await Promise.allSettled([
    client.infiniteQuery(notificationPagesQuery),
    client.query(rejectedPostsQuery()),
  ]);
}

function Notifications() {
  return (
    <PagedList
      query={useInfiniteQuery(notificationPagesQuery)}
      name="Notifications"
      errorMessage="Failed to fetch notifications"
      skeleton={
        <Surface>
          <NotificationsSkeleton />
        </Surface>
      }
      empty={<NotificationsEmpty />}
    >
      {(notifications) => (
        <Surface>
          <NotificationList groups={groupConsecutive(notifications)} />
        </Surface>
      )}
    </PagedList>
  );
}

function Surface({ children }: { children: ReactNode }) {
  return <div className="overflow-hidden rounded-xl border bg-surface">{children}</div>;
}
