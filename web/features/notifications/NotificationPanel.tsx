import { useQuery } from "@tanstack/react-query";
import { notificationsApi } from "#contract/notifications.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { LoadedContent } from "#web/ui/LoadedContent.tsx";
import type { PopoverPanelProps } from "#web/ui/PopoverPanel.tsx";
import { PopoverPanel } from "#web/ui/PopoverPanel.tsx";
import { groupByItem } from "./groupNotifications.ts";
import { MarkAllReadButton } from "./MarkAllReadButton.tsx";
import { NotificationList } from "./NotificationList.tsx";
import { NotificationsEmpty } from "./NotificationsEmpty.tsx";
import { NotificationsSkeleton } from "./NotificationsSkeleton.tsx";

export type NotificationPanelProps = Pick<PopoverPanelProps, "open" | "onOpenChange" | "anchor">;

/** The newest notifications. The list is refetched each time the panel opens. */
const newestQuery = {
  ...apiQuery(notificationsApi.list, { query: { limit: "10" } }),
  staleTime: 0,
};

/** The panel of the bell. */
export function NotificationPanel(props: NotificationPanelProps) {
  const close = () => props.onOpenChange(false);
  return (
    <PopoverPanel
      {...props}
      title="Notifications"
      actions={<MarkAllReadButton />}
      footer={
        <Button asChild variant="ghost" size="sm" className="w-full">
          <a href="/notifications" onClick={close}>
            See all
          </a>
        </Button>
      }
    >
      <Newest onOpen={close} />
    </PopoverPanel>
  );
}

function Newest({ onOpen }: { onOpen: () => void }) {
  const query = useQuery(newestQuery);
  return (
    <LoadedContent
      query={query}
      skeleton={<NotificationsSkeleton />}
      errorMessage="Failed to fetch notifications"
    >
      {({ items }) =>
        items.length === 0 ? (
          <div className="p-3">
            <NotificationsEmpty onOpen={onOpen} />
          </div>
        ) : (
          <NotificationList groups={groupByItem(items)} isShort onOpen={onOpen} />
        )
      }
    </LoadedContent>
  );
}
