import { useQuery } from "@tanstack/react-query";
import { Button } from "#web/ui/Button.tsx";
import { unreadQuery } from "./unreadQuery.ts";
import { useMarkRead } from "./useMarkRead.ts";

/**
 * The button that marks all notifications as read. Renders nothing if no notification is unread.
 */
export function MarkAllReadButton({ variant }: { variant: "ghost" | "secondary" }) {
  const { data } = useQuery(unreadQuery);
  const { markAllRead } = useMarkRead();
  if (!data?.count) return null;
  return (
    <Button
      variant={variant}
      size="sm"
      // Makes the button no higher than a heading, so that removing the button moves no content.
      className="-my-1"
      onClick={({ currentTarget }) => {
        // Focuses the panel or the page, because the focused button is about to be removed.
        currentTarget.closest<HTMLElement>("[role=dialog], main")?.focus({ preventScroll: true });
        markAllRead();
      }}
    >
      Mark all as read
    </Button>
  );
}
