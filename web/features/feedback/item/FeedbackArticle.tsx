import type { ReactNode } from "react";
import type { FeedbackDetail, StatusChange } from "#contract/feedback.ts";
import { authorName, TeamBadge } from "#web/app/api/authors.tsx";
import { StatusBadge } from "#web/features/feedback/StatusBadge.tsx";
import { Markdown } from "#web/features/markdown/Markdown.tsx";
import { Avatar } from "#web/ui/Avatar.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { Lock } from "#web/ui/icons.ts";

interface ItemHeadingProps {
  item: FeedbackDetail;
  /** The numbers of the comments and, for admins, of the internal notes. */
  count: { readonly comments: number; readonly notes: number };
  /** Says who can see a private item; undefined for a public item. */
  audience: string | undefined;
  /** Shown above the title. */
  children: ReactNode;
}

/**
 * The item's title, and a line with its author, date and number of comments
 * (docs/specification.md "Feedback detail (/feedback/{id})").
 */
export function ItemHeading({ item, count, audience, children }: ItemHeadingProps) {
  return (
    <header className="flex min-w-0 flex-col gap-3">
      {children}
      <h1 dir="auto" className="text-lg font-semibold wrap-anywhere sm:text-xl">
        {item.title}
      </h1>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        {item.author ? <ItemAuthor author={item.author} /> : null}
        <CalendarDate value={item.createdAt} />
        {item.isImported ? <span>imported</span> : null}
        <span>{countLabel(count.comments, "comment")}</span>
        {count.notes > 0 ? <span>{countLabel(count.notes, "note")}</span> : null}
      </p>
      {audience ? (
        <p className="flex items-center gap-2 text-muted">
          <Lock aria-hidden="true" className="size-4 shrink-0" />
          {audience}
        </p>
      ) : null}
    </header>
  );
}

/** The author's name and, for the company's admins and the author, the e-mail address. */
function ItemAuthor({ author }: { author: NonNullable<FeedbackDetail["author"]> }) {
  const name = authorName(author);
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <Avatar name={name} picture={author.pictureUrl} size="sm" />
        <bdi className="font-medium wrap-anywhere text-ink">{name}</bdi>
      </span>
      {author.username && author.username !== name ? (
        <bdi className="wrap-anywhere">{author.username}</bdi>
      ) : null}
    </>
  );
}

interface ItemTextProps {
  item: FeedbackDetail;
  /** The newest status change with a note; undefined if there is none. */
  pinned: StatusChange | undefined;
}

/** The item's description with the last official note. */
export function ItemText({ item, pinned }: ItemTextProps) {
  return (
    <div className="flex flex-col gap-5">
      <Markdown format={item.descriptionFormat} className="text-base">
        {item.description}
      </Markdown>
      {pinned ? <OfficialNote change={pinned} /> : null}
    </div>
  );
}

function OfficialNote({ change }: { change: StatusChange }) {
  return (
    <aside
      aria-label="Latest official note"
      className="rounded-xl border border-line bg-surface p-4"
    >
      <p className="flex items-center justify-between gap-2 text-xs text-muted">
        <StatusBadge status={change.toStatus} />
        <CalendarDate value={change.createdAt} />
      </p>
      <Markdown format={change.noteFormat} className="mt-2 leading-6">
        {change.note ?? ""}
      </Markdown>
      <p className="mt-2 flex items-center gap-2 text-xs">
        <bdi className="min-w-0 font-medium wrap-anywhere">{authorName(change.user)}</bdi>
        {change.isByTeam ? <TeamBadge /> : null}
      </p>
    </aside>
  );
}

export function FeedbackDetailSkeleton() {
  return (
    <SkeletonGroup label="Loading feedback" className="flex max-w-180 flex-col gap-3">
      <Skeleton className="h-9 w-3/4" />
      <Skeleton className="h-6 w-1/2" />
      <Skeleton className="mt-3" />
      <Skeleton />
      <Skeleton className="w-2/3" />
    </SkeletonGroup>
  );
}
