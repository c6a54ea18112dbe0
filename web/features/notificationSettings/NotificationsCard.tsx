import { useQuery } from "@tanstack/react-query";
import type { User } from "#contract/users.ts";
import { Card } from "#web/ui/Card.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { NotificationsForm } from "./NotificationsForm.tsx";
import { NotificationsSkeleton } from "./NotificationsSkeleton.tsx";
import { notificationSettingsQuery } from "./notificationSettingsQuery.ts";

/** The card where users choose how often they get mails about notifications. */
export function NotificationsCard({ user }: { user: User }) {
  const { data, isPending, isFetching, refetch } = useQuery(notificationSettingsQuery);
  if (data) return <NotificationsForm settings={data} user={user} />;
  return (
    <Card title="Notifications" description="Mails about what happens to feedback that you follow.">
      {isPending ? (
        <NotificationsSkeleton />
      ) : (
        <ErrorState
          message="Failed to fetch the notification settings"
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Card>
  );
}
