import type { ReactNode } from "react";
import { CLOSE_REASON_LABELS, FEEDBACK_STATUS_LABELS } from "#contract/feedbackLabels.ts";
import type { Notification } from "#contract/notifications.ts";
import { Avatar } from "#web/ui/Avatar.tsx";
import { cn } from "#web/ui/cn.ts";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import type { NotificationGroup } from "./groupNotifications.ts";
import { useMarkRead } from "./useMarkRead.ts";

/** The label of each reason why the user is notified. */
const REASONS: Readonly<Record<Notification["reason"], string>> = {
  author: "You submitted this item",
  voted: "You voted for this item",
  followed: "You follow this item",
  admin: "You are an admin",
};

interface NotificationListProps {
  groups: readonly NotificationGroup[];
  /** Whether excerpts are shortened to two lines and reasons are omitted. */
  isShort?: boolean;
  /** Called when the user opens an item. */
  onOpen?: () => void;
}

/**
 * Lists notifications grouped by item. Each notification links to its item. Opening the item marks
 * all notifications of the group as read.
 */
export function NotificationList({ groups, isShort = false, onOpen }: NotificationListProps) {
  const { markRead } = useMarkRead();
  return (
    <ul className="divide-y divide-line">
      {groups.map((group) => (
        <li key={group[0].id}>
          {group.map((notification) => (
            <Entry
              key={notification.id}
              notification={notification}
              isShort={isShort}
              onOpen={() => {
                markRead(group);
                onOpen?.();
              }}
            />
          ))}
        </li>
      ))}
    </ul>
  );
}

interface EntryProps {
  notification: Notification;
  isShort: boolean;
  onOpen: () => void;
}

function Entry({ notification, isShort, onOpen }: EntryProps) {
  const { title, reason, actorName, excerpt, isRead, createdAt } = notification;
  return (
    <a
      href={hrefOf(notification)}
      data-list-item
      onClick={onOpen}
      className="flex items-start gap-3 px-4 py-3 text-sm -outline-offset-2 hover:bg-hover"
    >
      <Avatar name={actorName} />
      <span className="min-w-0 flex-1">
        <span className={cn("block wrap-anywhere", isRead ? "text-muted" : "font-semibold")}>
          {isRead ? null : <span className="sr-only">Unread: </span>}
          {textBefore(notification)}
          <bdi>{title}</bdi>
        </span>
        {excerpt ? (
          <span
            dir="auto"
            className={cn(
              "mt-0.5 wrap-anywhere",
              isShort ? "line-clamp-2" : "block",
              isRead && "text-muted",
            )}
          >
            {excerpt}
          </span>
        ) : null}
        <span className="mt-1 block text-xs text-muted">
          <RelativeTime value={createdAt} />
          {isShort ? null : ` · ${REASONS[reason]}`}
        </span>
      </span>
      <span
        aria-hidden="true"
        className={cn("mt-1.5 size-2 shrink-0 rounded-full", !isRead && "bg-primary-text")}
      />
    </a>
  );
}

/** Returns the URL of the notification's item or, if there is one, of its comment. */
function hrefOf({ feedbackId, commentId }: Notification): string {
  const hash = commentId === null ? "" : `#comment-${String(commentId)}`;
  return `/feedback/${String(feedbackId)}${hash}`;
}

/** Returns the text before the item's title. */
function textBefore({ kind, toStatus, closeReason, actorName }: Notification): ReactNode {
  if (kind === "comment_added") {
    return (
      <>
        <bdi>{actorName ?? "Someone"}</bdi> commented on{" "}
      </>
    );
  }
  if (closeReason) return `Closed (${CLOSE_REASON_LABELS[closeReason]}): `;
  if (kind === "item_merged") return "Merged: ";
  return `${kind === "item_submitted" ? "New" : FEEDBACK_STATUS_LABELS[toStatus ?? "new"]}: `;
}
