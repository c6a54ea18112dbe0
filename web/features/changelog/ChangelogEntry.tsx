import { UpIcon } from "#web/ui/icons.ts";
import type { ReactNode } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";
import { cn } from "#web/ui/cn.ts";
import { PlainText } from "#web/ui/PlainText.tsx";
import { PrivateMark } from "#web/ui/PrivateMark.tsx";
import { excerptOf } from "./excerptOf.ts";

interface ChangelogEntryProps {
  item: FeedbackItem;
  /** Whether only admins can see the item. */
  isPrivate: boolean;
  categoryBadge: ReactNode;
}

/**
 * A completed item with its creation date, text and vote count, and with the note that was written
 * when the item was completed.
 */
export function ChangelogEntry({ item, isPrivate, categoryBadge }: ChangelogEntryProps) {
  const path = `/feedback/${String(item.id)}?from=/changelog`;
  const { text, isShortened } = excerptOf(item.description);
  return (
    <article>
      <h3 dir="auto" className="text-base font-semibold wrap-anywhere">
        {isPrivate ? <PrivateMark /> : null}
        <a
          href={path}
          data-list-item
          className="rounded hover:text-primary-text hover:underline hover:underline-offset-4"
        >
          {item.title}
        </a>
      </h3>
      <p className="mt-1 text-xs text-muted">
        Completed on <CalendarDate value={item.createdAt} />
      </p>
      {item.completionNote ? (
        <PlainText className="mt-3 max-w-prose">{item.completionNote}</PlainText>
      ) : null}
      <PlainText className={cn("mt-3 max-w-prose", item.completionNote && "text-muted")}>
        {text}
      </PlainText>
      {isShortened ? (
        <a
          href={path}
          className="inline-flex min-h-10 items-center rounded text-sm font-medium text-primary-text hover:underline"
        >
          Read more<span className="sr-only">: {item.title}</span>
        </a>
      ) : null}
      <div className={cn("flex flex-wrap items-center gap-3", isShortened ? "mt-1" : "mt-3")}>
        {categoryBadge}
        <span className="inline-flex items-center gap-1 text-xs text-muted tabular-nums">
          <UpIcon aria-hidden="true" className="size-3.5" />
          {item.votes === 1 ? "1 vote" : `${String(item.votes)} votes`}
        </span>
      </div>
    </article>
  );
}
