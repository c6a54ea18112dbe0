import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { UNREAD_COUNT_LIMIT } from "#contract/notifications.ts";
import type { NotificationPanelProps } from "#web/features/notifications/NotificationPanel.tsx";
import { unreadQuery } from "#web/features/notifications/unreadQuery.ts";
import { Button } from "#web/ui/Button.tsx";
import { Bell } from "#web/ui/icons.ts";
import { lazyWindow } from "#web/ui/lazyComponent.tsx";
import { useOpenOnPage } from "./useOpenOnPage.ts";

const Panel = lazyWindow<NotificationPanelProps>(
  async () => (await import("#web/features/notifications/NotificationPanel.tsx")).NotificationPanel,
  { atIdle: true },
);

/**
 * The button with the number of unread notifications, and the panel that the button opens. The
 * badge is positioned absolutely, so that the header does not move when the number changes.
 */
export function NotificationBell() {
  const [isOpen, setIsOpen] = useOpenOnPage();
  const button = useRef<HTMLButtonElement>(null);
  const count = useQuery(unreadQuery).data?.count ?? 0;
  const shown = count < UNREAD_COUNT_LIMIT ? String(count) : "99+";
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        aria-label={count > 0 ? `Notifications, ${shown} unread` : "Notifications"}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="relative"
        onClick={() => setIsOpen(!isOpen)}
      >
        <Bell aria-hidden="true" />
        {count > 0 ? (
          <span className="absolute top-0.5 left-6 min-w-4 rounded-full bg-primary px-1 text-xs font-semibold text-button-text tabular-nums">
            {shown}
          </span>
        ) : null}
      </Button>
      <Panel open={isOpen} onOpenChange={setIsOpen} anchor={button} />
    </>
  );
}
