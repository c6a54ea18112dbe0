import type { ReactNode } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import { Markdown } from "#web/features/markdown/Markdown.tsx";
import { PlainText } from "#web/ui/PlainText.tsx";
import { PrivateMark } from "#web/ui/PrivateMark.tsx";
import { CalendarDate, calendarLabel, parseTime } from "#web/ui/RelativeTime.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { UpIcon } from "#web/ui/icons.ts";

interface ChangelogTimelineProps {
  /** The items, newest first. */
  items: FeedbackItem[];
  /** The ids of the boards that only admins can see. */
  privateBoardIds: ReadonlySet<number>;
  renderCategory: (item: FeedbackItem) => ReactNode;
}

/** A timeline of completed items, grouped by the month of their creation. */
export function ChangelogTimeline({
  items,
  privateBoardIds,
  renderCategory,
}: ChangelogTimelineProps) {
  return (
    <div className="space-y-14 pt-2">
      {monthGroups(items).map(({ month, items: ofMonth }) => (
        <section key={month} aria-label={month} className="gap-x-8 md:grid md:grid-cols-[9rem_1fr]">
          <h2 className="mb-4 text-sm font-semibold text-muted md:sticky md:top-20 md:mb-0 md:self-start md:py-0.5">
            {month}
          </h2>
          <ol className="space-y-12 border-l pl-6 sm:pl-8">
            {ofMonth.map((item) => (
              <li key={item.id} className="relative">
                <Dot />
                <ChangelogEntry
                  item={item}
                  isPrivate={privateBoardIds.has(item.boardId)}
                  categoryBadge={renderCategory(item)}
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Dot() {
  return (
    <span
      aria-hidden="true"
      className="absolute top-2 -left-6 size-3 -translate-x-1/2 rounded-full border-2 border-canvas bg-green-dot sm:-left-8"
    />
  );
}

/** The skeleton of the timeline, displayed while the items are loading. */
export function ChangelogSkeleton() {
  return (
    <SkeletonGroup label="Loading changelog" className="gap-x-8 md:grid md:grid-cols-[9rem_1fr]">
      <Skeleton className="mb-4 w-28" />
      <div className="space-y-12 border-l pl-6 sm:pl-8">
        {["first", "second", "third"].map((entry) => (
          <div key={entry}>
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="mt-2 h-3 w-36" />
            <Skeleton className="mt-4 h-3" />
            <Skeleton className="mt-2 h-3 w-5/6" />
            <Skeleton className="mt-4 h-6 w-32" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}

interface MonthGroup<Item> {
  /** The month in UTC, such as 'November 2026'. */
  readonly month: string;
  readonly items: Item[];
}

/** Groups a chronologically sorted list by month without changing the order. */
export function monthGroups<Item extends { createdAt: string }>(
  items: readonly Item[],
): MonthGroup<Item>[] {
  const groups: MonthGroup<Item>[] = [];
  for (const item of items) {
    const month = monthLabel(item.createdAt);
    const last = groups.at(-1);
    if (last?.month === month) last.items.push(item);
    else groups.push({ month, items: [item] });
  }
  return groups;
}

function monthLabel(iso: string): string {
  const time = parseTime(iso);
  return time === null ? "Date unavailable" : calendarLabel(time).replace(/ \d+,/, "");
}

interface ChangelogEntryProps {
  item: FeedbackItem;
  /** Whether only admins can see the item. */
  isPrivate: boolean;
  categoryBadge: ReactNode;
}

/**
 * A completed item: its creation date, the note that was written when it was completed, its text as a
 * quotation of the request, and its vote count.
 */
function ChangelogEntry({ item, isPrivate, categoryBadge }: ChangelogEntryProps) {
  const path = `/feedback/${String(item.id)}?from=/changelog`;
  const { text, isShortened } = excerptOf(item.description);
  return (
    <article>
      <h3 dir="auto" className="text-lg font-semibold text-pretty wrap-anywhere">
        {isPrivate ? <PrivateMark /> : null}
        <a
          href={path}
          data-list-item
          className="rounded hover:text-primary-text hover:underline hover:underline-offset-4"
        >
          {item.title}
        </a>
      </h3>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
        <p>
          Completed on <CalendarDate value={item.createdAt} />
        </p>
        {categoryBadge}
      </div>
      {item.completionNote ? (
        <Markdown format={item.completionNoteFormat} className="mt-4 max-w-prose text-base">
          {item.completionNote}
        </Markdown>
      ) : null}
      <blockquote className="mt-4 max-w-prose border-s-2 border-line ps-4 text-muted">
        <PlainText>{text}</PlainText>
        {isShortened ? (
          <a
            href={path}
            className="inline-flex min-h-10 items-center rounded text-sm font-medium text-primary-text hover:underline"
          >
            Read more<span className="sr-only">: {item.title}</span>
          </a>
        ) : null}
      </blockquote>
      <p className="mt-4 inline-flex items-center gap-1 text-sm text-muted tabular-nums">
        <UpIcon aria-hidden="true" className="size-4" />
        {item.votes === 1 ? "1 vote" : `${String(item.votes)} votes`}
      </p>
    </article>
  );
}

const EXCERPT_LENGTH = 320;
const EXCERPT_LINES = 5;

interface Excerpt {
  readonly text: string;
  readonly isShortened: boolean;
}

/**
 * Returns the beginning of a description: at most 320 UTF-16 units and five lines, cut between
 * words if possible. An ellipsis follows if the description is shortened.
 */
export function excerptOf(description: string): Excerpt {
  const firstLines = description.split("\n", EXCERPT_LINES).join("\n");
  if (firstLines.length <= EXCERPT_LENGTH) {
    const isShortened = firstLines.length < description.length;
    return { text: isShortened ? ended(firstLines) : description, isShortened };
  }
  const start = firstLines.slice(0, EXCERPT_LENGTH);
  const words = /\s/.test(firstLines.charAt(EXCERPT_LENGTH)) ? start : start.replace(/\s\S*$/, "");
  return { text: ended(words), isShortened: true };
}

/**
 * Appends a space and an ellipsis. Without the space, the ellipsis would become part of a web
 * address at the end of the text. Half of a surrogate pair at the end is removed.
 */
function ended(text: string): string {
  return `${text.trimEnd().replace(/[\uD800-\uDBFF]$/, "")} …`;
}

/** The query for completed items, newest first (docs/specification.md "Changelog (/changelog)"). */
export const changelogQuery = apiPagedQuery("/api/feedback", {
  query: { status: "complete", sort: "date" },
});
