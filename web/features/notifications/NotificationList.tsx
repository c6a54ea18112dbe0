import type { ReactNode } from "react";
import {
  CLOSE_REASON_LABELS,
  displayedStatus,
  FEEDBACK_STATUS_LABELS,
} from "#contract/feedbackLabels.ts";
import type { Notification } from "#contract/notifications.ts";
import { useManagedCompanyId } from "#web/app/api/SessionContext.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { useMarkRead } from "./MarkAllReadButton.tsx";
import { Bell } from "#web/ui/icons.ts";

/** The label of each reason why the user is notified. */
const REASONS: Readonly<Record<Notification["reason"], string>> = {
  mentioned: "You were mentioned",
  answered: "You wrote the answered comment",
  author: "You submitted this item",
  voted: "You voted for this item",
  followed: "You follow this item",
  admin: "You are an admin",
};

/** What somebody has done with a comment or note, where the reason says more than the kind. */
const DONE: Partial<typeof REASONS> = {
  mentioned: "mentioned you on",
  answered: "answered you on",
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
  const { changelogEntry, reason, actorName, excerpt, isRead, createdAt } = notification;
  const isAdmin = useManagedCompanyId() !== null;
  return (
    <a
      href={hrefOf(notification)}
      data-list-item
      onClick={onOpen}
      className="flex items-start gap-3 px-4 py-3 text-sm -outline-offset-2 hover:bg-hover"
    >
      <Avatar name={actorName} picture={notification.actorPictureUrl} />
      <span className={cn("min-w-0 flex-1", !isShort && "lg:flex lg:gap-8")}>
        <span className="block min-w-0 flex-1">
          <span className={cn("block wrap-anywhere", isRead ? "text-muted" : "font-semibold")}>
            {isRead ? null : <span className="sr-only">Unread: </span>}
            {textBefore(notification, isAdmin)}
            <bdi>{changelogEntry?.title ?? notification.title}</bdi>
          </span>
          {excerpt ? (
            <span
              dir="auto"
              className={cn(
                "mt-0.5 wrap-anywhere",
                isShort ? "line-clamp-2" : "block max-w-prose",
                isRead && "text-muted",
              )}
            >
              {excerpt}
            </span>
          ) : null}
        </span>
        <span
          className={cn(
            "mt-1 block text-xs text-muted",
            !isShort && "lg:mt-0.5 lg:shrink-0 lg:text-right",
          )}
        >
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

/** Returns the URL of the notification's changelog entry or comment if there is one, or of its item. */
function hrefOf({ feedbackId, commentId, changelogEntry }: Notification): string {
  if (changelogEntry) return `/changelog/${changelogEntry.slug}`;
  const hash = commentId === null ? "" : `#comment-${String(commentId)}`;
  return `/feedback/${String(feedbackId)}${hash}`;
}

/**
 * Returns the text before the item's title. Only admins see the status `new` as such, as everywhere
 * (docs/product-decisions.md "Feedback").
 */
function textBefore(
  { kind, reason, toStatus, closeReason, actorName }: Notification,
  isAdmin: boolean,
): ReactNode {
  if (kind === "comment_added" || kind === "note_added") {
    return (
      <>
        <bdi>{actorName ?? "Someone"}</bdi> {DONE[reason] ?? "commented on"}{" "}
      </>
    );
  }
  if (closeReason) return `Closed (${CLOSE_REASON_LABELS[closeReason]}): `;
  if (kind === "item_merged") return "Merged: ";
  if (kind === "changelog_published") return "In the changelog: ";
  if (kind === "item_submitted") return "New: ";
  const isNew = isAdmin && toStatus === "new";
  return `${FEEDBACK_STATUS_LABELS[isNew ? "new" : displayedStatus(toStatus)]}: `;
}

/** Notifications of one item, newest first. A group has at least one notification. */
type NotificationGroup = readonly [Notification, ...Notification[]];

/** Groups notifications by item. The item with the newest notification is first. */
export function groupByItem(notifications: readonly Notification[]): NotificationGroup[] {
  const groups = new Map<number, [Notification, ...Notification[]]>();
  for (const notification of notifications) {
    const group = groups.get(notification.feedbackId);
    if (group) group.push(notification);
    else groups.set(notification.feedbackId, [notification]);
  }
  return [...groups.values()];
}

/** Groups consecutive notifications of an item, so that loading another page moves no entry. */
export function groupConsecutive(notifications: readonly Notification[]): NotificationGroup[] {
  const groups: [Notification, ...Notification[]][] = [];
  for (const notification of notifications) {
    const last = groups.at(-1);
    if (last?.[0].feedbackId === notification.feedbackId) last.push(notification);
    else groups.push([notification]);
  }
  return groups;
}

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

export function NotificationsSkeleton() {
  return (
    <SkeletonGroup label="Loading notifications" className="divide-y divide-line">
      {["first", "second", "third", "fourth"].map((entry) => (
        <div key={entry} className="flex gap-3 px-4 py-3">
          <Skeleton className="size-8 shrink-0 rounded-full" />
          <div className="min-w-0 flex-1">
            <Skeleton className="w-2/3" />
            <Skeleton className="mt-2 h-3 w-full" />
            <Skeleton className="mt-2 h-3 w-20" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
