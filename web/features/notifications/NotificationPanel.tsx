import { useQuery } from "@tanstack/react-query";
import { onePageQuery } from "#web/app/api/apiQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import type { PopoverPanelProps } from "#web/ui/PopoverPanel.tsx";
import { PopoverPanel } from "#web/ui/PopoverPanel.tsx";
import {
  groupByItem,
  NotificationList,
  NotificationsEmpty,
  NotificationsSkeleton,
} from "./NotificationList.tsx";
import { MarkAllReadButton } from "./MarkAllReadButton.tsx";
import { rejectedPostsQuery } from "./RejectedPosts.tsx";

export type NotificationPanelProps = Pick<PopoverPanelProps, "open" | "onOpenChange" | "anchor">;

/**
 * The query for the ten newest notifications. They are refetched each time the panel opens, also
 * after a failure.
 */
const newestQuery = {
  ...onePageQuery("/api/notifications", { query: { limit: "10" } }),
  staleTime: 0,
  retryOnMount: true,
};

/** The panel with the newest notifications. The bell in the header opens the panel. */
export function NotificationPanel(props: NotificationPanelProps) {
  const close = () => props.onOpenChange(false);
  return (
    <PopoverPanel
      {...props}
      title="Notifications"
      actions={<MarkAllReadButton variant="ghost" />}
      footer={
        <Button asChild variant="ghost" size="sm" className="w-full">
          <a href="/notifications" onClick={close}>
            See all
          </a>
        </Button>
      }
    >
      <Rejected onOpen={close} />
      <Newest onOpen={close} />
    </PopoverPanel>
  );
}

/** Leads to the posts of the viewer that were not published since the last visit. */
function Rejected({ onOpen }: { onOpen: () => void }) {
  const { data = [] } = useQuery(rejectedPostsQuery());
  const unread = data.filter(({ isRead }) => !isRead).length;
  if (unread === 0) return null;
  return (
    <a
      href="/notifications"
      onClick={onOpen}
      className="block border-b border-line px-4 py-3 text-sm font-medium hover:bg-hover"
    >
      {unread === 1
        ? "A post of yours was not published"
        : `${String(unread)} posts of yours were not published`}
      <span className="block font-normal text-muted">See why</span>
    </a>
  );
}

function Newest({ onOpen }: { onOpen: () => void }) {
  const { data, isPending, isFetching, refetch } = useQuery(newestQuery);
  if (isPending) return <NotificationsSkeleton />;
  if (data && data.items.length > 0)
    return <NotificationList groups={groupByItem(data.items)} isShort onOpen={onOpen} />;
  return (
    <div className="p-3">
      {data ? (
        <NotificationsEmpty onOpen={onOpen} />
      ) : (
        <ErrorState
          message="Failed to fetch notifications"
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </div>
  );
}
