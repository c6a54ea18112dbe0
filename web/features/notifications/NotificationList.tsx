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
          {group.map((notification, index) => (
            <Entry
              key={notification.id}
              notification={notification}
              isFollowUp={index > 0}
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
  /**
   * Whether the entry above is about the same item. If true, the item's title is not visible, but
   * screen readers still read it.
   */
  isFollowUp: boolean;
  isShort: boolean;
  onOpen: () => void;
}

function Entry({ notification, isFollowUp, isShort, onOpen }: EntryProps) {
  const { feedbackId, title, reason, actorName, excerpt, isRead, createdAt } = notification;
  const [before, after] = textAround(notification);
  return (
    <a
      href={`/feedback/${String(feedbackId)}`}
      data-list-item
      onClick={onOpen}
      className="flex items-start gap-3 px-4 py-3 text-sm -outline-offset-2 hover:bg-hover"
    >
      <Avatar name={actorName} />
      <span className="min-w-0 flex-1">
        <span className={cn("block wrap-anywhere", isRead ? "text-muted" : "font-semibold")}>
          {isRead ? null : <span className="sr-only">Unread: </span>}
          {before}
          <span className={cn(isFollowUp && "sr-only")}>
            {after}
            <bdi>{title}</bdi>
          </span>
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

/**
 * Returns the text before the item's title in two parts. The second part is hidden if the title is
 * hidden.
 */
function textAround({ kind, toStatus, closeReason, actorName }: Notification) {
  if (kind === "comment_added")
    return [<CommentAuthor key="author" name={actorName} />, " on "] as const;
  if (closeReason) return [`Closed (${CLOSE_REASON_LABELS[closeReason]})`, ": "] as const;
  if (kind === "item_merged") return ["Merged", ": "] as const;
  const what = kind === "item_submitted" ? "New" : FEEDBACK_STATUS_LABELS[toStatus ?? "new"];
  return [what, ": "] as const;
}

function CommentAuthor({ name }: { name: string | null }) {
  return (
    <>
      <bdi>{name ?? "Someone"}</bdi> commented
    </>
  );
}
