import { Button } from "#web/ui/Button.tsx";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { Bell } from "#web/ui/icons.ts";

/** The message that replaces the list of notifications if there are none. */
export function NotificationsEmpty({ onOpen }: { onOpen?: () => void }) {
  return (
    <EmptyState
      icon={Bell}
      title="No notifications yet"
      text="Follow an item to hear what becomes of it."
      action={
        <Button asChild variant="secondary">
          <a href="/feedback" onClick={onOpen}>
            See all feedback
          </a>
        </Button>
      }
    />
  );
}
