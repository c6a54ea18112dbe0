import type { ReactNode } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { Badge } from "#web/ui/Badge.tsx";
import { cn } from "#web/ui/cn.ts";
import { formatCount } from "#web/ui/countLabel.ts";
import { CommentIcon } from "#web/ui/icons.ts";
import { idlePart } from "#web/ui/lazyComponent.tsx";
import { PrivateMark } from "#web/ui/PrivateMark.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { FieldBadges } from "./FieldBadges.tsx";
import { Excerpt, Marked } from "./search/Searched.tsx";
import { StatusBadge } from "./StatusBadge.tsx";
import { VoteButton } from "./VoteButton.tsx";

// With the menu and its dialog, a list would exceed its budget by 45 kB.
const CustomerCardMenu = idlePart(async () => (await import("./FollowMenu.tsx")).CustomerCardMenu);

/** The admins' tools on an item's card. */
export interface CardTools {
  readonly isSelected: boolean;
  /** The checkbox that selects the item. */
  readonly selectBox: ReactNode;
  /** The item's status with the menu that changes it. */
  readonly status: ReactNode;
  /** The avatar of the item's assignee with the menu that changes the assignee. */
  readonly assignee: ReactNode;
  /** The menu with the follow levels. */
  readonly menu: ReactNode;
}

interface FeedbackCardProps {
  item: FeedbackItem;
  /** Path and query of the list to which the item's back link returns. */
  from: string;
  /** Whether only admins can see the item. */
  isPrivate: boolean;
  /** The name of the item's board; undefined in the list of a single board. */
  boardName: string | undefined;
  /** Name of the item's board category. */
  categoryName: string | undefined;
  /** The admins' tools; undefined for other viewers. */
  tools: CardTools | undefined;
}

/** A card for an item in a list. The whole card is a link to the item, except for its buttons. */
export function FeedbackCard(props: FeedbackCardProps) {
  const { item, from, isPrivate, tools } = props;
  const user = useCurrentUser();
  const address = `/feedback/${String(item.id)}?from=${encodeURIComponent(from)}`;
  return (
    <article
      className={cn(
        "group relative flex gap-3 rounded-xl border p-3 transition-colors hover:border-control sm:gap-4 sm:p-4",
        // Leaves space for the checkbox.
        tools && "pl-10 sm:pl-11",
        tools?.isSelected ? "border-primary-edge bg-primary-tint" : "border-line bg-surface",
      )}
    >
      {tools?.selectBox}
      <VoteButton item={item} className="relative z-10" />
      <div className="min-w-0 flex-1">
        <h2 dir="auto" className="text-base font-semibold text-pretty wrap-anywhere">
          {isPrivate ? <PrivateMark /> : null}
          <a
            href={address}
            className="outline-none group-hover:text-primary-text after:absolute after:inset-0 after:rounded-xl focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            <Marked text={item.title} />
          </a>
        </h2>
        <p dir="auto" className="mt-1 line-clamp-2 text-sm wrap-anywhere text-muted">
          <Excerpt item={item} />
        </p>
        <CardDetails {...props} address={address} />
      </div>
      {user ? (
        // Raises the open menu above the buttons of the cards below.
        <div className="relative z-10 -m-1.5 size-10 shrink-0 has-aria-expanded:z-20">
          {tools ? tools.menu : <CustomerCardMenu item={item} />}
        </div>
      ) : null}
    </article>
  );
}

interface CardDetailsProps extends FeedbackCardProps {
  /** The URL of the item's page. */
  address: string;
}

/**
 * The badges, and at the right edge the date and the number of comments.
 * On tablets and wider screens, all badges and the date are in one row. Long names of boards and
 * categories are shortened to fit into this row. The row continues below the button of the menu.
 */
function CardDetails(props: CardDetailsProps) {
  const { item, boardName, categoryName, tools, address } = props;
  const user = useCurrentUser();
  return (
    <div
      className={cn(
        "mt-3 flex items-center gap-1.5 text-xs text-muted max-sm:flex-wrap [&>:nth-child(-n+2)]:shrink-0",
        user && "-mr-10 sm:-mr-11",
      )}
    >
      {item.state === "closed" ? <Badge>Closed</Badge> : null}
      {tools?.status ?? <StatusBadge status={item.status} />}
      {item.state === "pending" ? <Badge>Waiting for approval</Badge> : null}
      <FieldBadges item={item} boardName={boardName} categoryName={categoryName} />
      <span className="flex w-full shrink-0 items-center gap-2 sm:ml-auto sm:w-auto">
        {tools?.assignee}
        {/*
          This link is in front of the link that covers the card, so that a tooltip shows the
          exact time, and how long ago it was. A click still opens the item.
        */}
        <a href={address} tabIndex={-1} className="relative">
          <CalendarDate value={item.createdAt} />
        </a>
        <span className="flex items-center gap-1 tabular-nums">
          <CommentIcon aria-hidden="true" className="size-3.5" />
          {formatCount(item.commentsCount)}{" "}
          <span className="max-md:sr-only">
            {item.commentsCount === 1 ? "comment" : "comments"}
          </span>
        </span>
      </span>
    </div>
  );
}
