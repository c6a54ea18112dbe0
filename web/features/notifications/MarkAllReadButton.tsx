import { useQuery } from "@tanstack/react-query";
import { Button } from "#web/ui/Button.tsx";
import { unreadQuery } from "./unreadQuery.ts";
import { useMarkRead } from "./useMarkRead.ts";

/** Marks all notifications as read. It is shown only if there are unread notifications. */
export function MarkAllReadButton({ variant }: { variant: "ghost" | "secondary" }) {
  const { data } = useQuery(unreadQuery);
  const { markAllRead } = useMarkRead();
  if (!data?.count) return null;
  return (
    <Button
      variant={variant}
      size="sm"
      // The button is not higher than a page's heading, so that nothing moves when it disappears.
      className="-my-1"
      onClick={({ currentTarget }) => {
        // The button disappears, so the focus moves to what surrounds it.
        currentTarget.closest<HTMLElement>("[role=dialog], main")?.focus({ preventScroll: true });
        markAllRead();
      }}
    >
      Mark all as read
    </Button>
  );
}
