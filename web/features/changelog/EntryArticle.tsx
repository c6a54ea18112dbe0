import type { ReactNode } from "react";
import type { ChangelogEntry } from "#contract/changelog.ts";
import { Markdown } from "#web/features/markdown/Markdown.tsx";
import { cn } from "#web/ui/cn.ts";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { PrivateMark } from "#web/ui/PrivateMark.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { ClampedText } from "./ClampedText.tsx";
import { EntryLabel } from "./EntryLabel.tsx";

/** The date, the version and the labels of an entry. */
export function EntryFacts({ entry }: { entry: ChangelogEntry }) {
  const { publishAt, version, labels } = entry;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
      {publishAt === null ? <span>Not published yet</span> : <CalendarDate value={publishAt} />}
      {version ? (
        <span className="rounded-md bg-sunken px-2 text-xs/6 font-medium dark:bg-hover">
          <span className="sr-only">Version </span>
          {version}
        </span>
      ) : null}
      {labels.map((label) => (
        <EntryLabel key={label.id} label={label} />
      ))}
    </div>
  );
}

/** The picture at the top of an entry. Few entries have one. */
export const EntryCover = lazyPart(async () => (await import("./EntryCover.tsx")).EntryCover);

/** The text of an entry. */
export function EntryBody({ entry: { body, bodyFormat } }: { entry: ChangelogEntry }) {
  return (
    <Markdown variant="entry" format={bodyFormat} className="max-w-prose text-base">
      {body}
    </Markdown>
  );
}

interface EntryItemsProps {
  entry: ChangelogEntry;
  /** The heading above the items. Its level depends on the page. */
  heading: ReactNode;
  className?: string;
}

/** The completed items that an entry links, each with its title, date and description. */
export function EntryItems({ entry, heading, className }: EntryItemsProps) {
  const items = entry.items.filter(({ status }) => status === "complete");
  if (items.length === 0) return null;
  return (
    <div className={cn("rounded-xl border border-line bg-surface", className)}>
      {heading}
      <ul className="divide-y divide-line">
        {items.map(({ id, title, description, createdAt, isPrivate }) => (
          <li key={id} className="px-4 py-3">
            <a
              href={`/feedback/${String(id)}?from=/changelog`}
              className="rounded font-medium hover:text-primary-text hover:underline hover:underline-offset-4"
            >
              {isPrivate ? <PrivateMark /> : null}
              <bdi>{title}</bdi>
            </a>
            <p className="text-sm text-muted">
              Completed on <CalendarDate value={createdAt} />
            </p>
            <ClampedText className="mt-1 text-sm text-muted" about={title}>
              {description}
            </ClampedText>
          </li>
        ))}
      </ul>
    </div>
  );
}
