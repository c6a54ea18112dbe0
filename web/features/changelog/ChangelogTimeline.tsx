import type { ReactNode } from "react";
import type { ChangelogEntry } from "#contract/changelog.ts";
import type { CompletedItem, TimelinePart } from "#contract/changelogTimeline.ts";
import { Markdown } from "#web/features/markdown/Markdown.tsx";
import { PrivateMark } from "#web/ui/PrivateMark.tsx";
import { CalendarDate, calendarLabel, parseTime } from "#web/ui/RelativeTime.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import { UpIcon } from "#web/ui/icons.ts";
import { ClampedText } from "./ClampedText.tsx";
import { EntryBody, EntryCover, EntryFacts, EntryItems } from "./EntryArticle.tsx";

interface ChangelogTimelineProps {
  /** The entries and items, newest first. */
  parts: TimelinePart[];
  renderCategory: (item: CompletedItem) => ReactNode;
}

/** The time by which a part stands in the timeline. */
const timeOf = ({ entry, item }: TimelinePart) => entry?.publishAt ?? item?.createdAt ?? "";

/** A timeline of entries and completed items, grouped by month. */
export function ChangelogTimeline({ parts, renderCategory }: ChangelogTimelineProps) {
  return (
    <div className="space-y-14 pt-2">
      {monthGroups(parts, timeOf).map(({ month, items: ofMonth }) => (
        <section key={month} aria-label={month} className="gap-x-8 md:grid md:grid-cols-[9rem_1fr]">
          <h2 className="mb-4 text-sm font-semibold text-muted md:sticky md:top-20 md:mb-0 md:self-start md:py-0.5">
            {month}
          </h2>
          <ol className="space-y-12 border-l pl-6 sm:pl-8">
            {ofMonth.map(({ entry, item }) => (
              <li key={entry ? `entry ${String(entry.id)}` : item?.id} className="relative">
                <Dot />
                {entry ? <ListedEntry entry={entry} isFirst={entry === parts[0]?.entry} /> : null}
                {item ? <ListedItem item={item} categoryBadge={renderCategory(item)} /> : null}
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

/** Longer texts are cut off in the list, and continue on the entry's page. */
const LONG_BODY = 1500;
const LONG_LINES = 24;

interface ListedEntryProps {
  entry: ChangelogEntry;
  /** Whether the page begins with it, so that its cover is in view at once. */
  isFirst: boolean;
}

function ListedEntry({ entry, isFirst }: ListedEntryProps) {
  const path = `/changelog/${entry.slug}`;
  const isLong = entry.body.length > LONG_BODY || entry.body.split("\n").length > LONG_LINES;
  return (
    <article>
      <EntryFacts entry={entry} />
      <h3 dir="auto" className="mt-1.5 text-lg font-semibold text-pretty wrap-anywhere">
        <a
          href={path}
          data-list-item
          className="rounded hover:text-primary-text hover:underline hover:underline-offset-4"
        >
          {entry.title}
        </a>
      </h3>
      {entry.coverUrl ? <EntryCover entry={entry} isLazy={!isFirst} /> : null}
      <div className={isLong ? "mt-4 max-h-96 overflow-hidden" : "mt-4"}>
        <EntryBody entry={entry} />
      </div>
      {isLong ? (
        <a
          href={path}
          className="inline-flex min-h-10 items-center rounded text-sm font-medium text-primary-text hover:underline"
        >
          Read more<span className="sr-only">: {entry.title}</span>
        </a>
      ) : null}
      <EntryItems
        entry={entry}
        className="mt-6 max-w-prose"
        heading={<h4 className="px-4 pt-3 text-sm font-semibold">Completed with this</h4>}
      />
    </article>
  );
}

interface ListedItemProps {
  item: CompletedItem;
  categoryBadge: ReactNode;
}

/**
 * A completed item that stands by itself: its creation date, the note that was written when it was
 * completed, and its text as a quotation of the request.
 */
function ListedItem({ item, categoryBadge }: ListedItemProps) {
  const { id, title, description, completionNote, completionNoteFormat } = item;
  const { isPrivate, votes, createdAt } = item;
  return (
    <article>
      <h3 dir="auto" className="text-lg font-semibold text-pretty wrap-anywhere">
        {isPrivate ? <PrivateMark /> : null}
        <a
          href={`/feedback/${String(id)}?from=/changelog`}
          data-list-item
          className="rounded hover:text-primary-text hover:underline hover:underline-offset-4"
        >
          {title}
        </a>
      </h3>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
        <p>
          Completed on <CalendarDate value={createdAt} />
        </p>
        {categoryBadge}
        <p className="inline-flex items-center gap-1 tabular-nums">
          <UpIcon aria-hidden="true" className="size-4" />
          {votes === 1 ? "1 vote" : `${String(votes)} votes`}
        </p>
      </div>
      {completionNote ? (
        <Markdown format={completionNoteFormat} className="mt-4 max-w-prose text-base">
          {completionNote}
        </Markdown>
      ) : null}
      <blockquote className="mt-4 max-w-prose border-s-2 border-line ps-4 text-muted">
        <ClampedText about={title}>{description}</ClampedText>
      </blockquote>
    </article>
  );
}

/** The skeleton of the timeline, displayed while the changelog is loading. */
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
export function monthGroups<Item>(
  items: readonly Item[],
  isoOf: (item: Item) => string,
): MonthGroup<Item>[] {
  const groups: MonthGroup<Item>[] = [];
  for (const item of items) {
    const month = monthLabel(isoOf(item));
    const last = groups.at(-1);
    if (last?.month === month) last.items.push(item);
    else groups.push({ month, items: [item] });
  }
  return groups;
}

/** Returns the month of a time in UTC, such as 'November 2026'. */
export function monthLabel(iso: string): string {
  const time = parseTime(iso);
  return time === null ? "Date unavailable" : calendarLabel(time).replace(/ \d+,/, "");
}
