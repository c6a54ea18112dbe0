import type { ReactNode } from "react";
import type { Board } from "#contract/boards.ts";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { CategoryBadge, NamedBadge } from "#web/features/feedback/FieldBadges.tsx";
import { StatusBadge } from "#web/features/feedback/StatusBadge.tsx";
import { Badge } from "#web/ui/Badge.tsx";

interface ItemPropertiesProps {
  item: FeedbackDetail;
  /** The item's board; undefined if the boards could not be loaded. */
  board: Board | undefined;
  /** The name of the item's topic; undefined if it has none. */
  topic: string | undefined;
}

/**
 * The item's status, board, category and topic. They are a row of badges on narrow screens, and
 * lines with labels on wide screens.
 */
export function ItemProperties({ item, board, topic }: ItemPropertiesProps) {
  return (
    <PropertyList>
      <Property label="Status">
        <StateBadges item={item} />
      </Property>
      {board ? (
        <Property label="Board">
          <span className="sr-only">Board: </span>
          <a
            href={`/board/${board.slug}`}
            dir="auto"
            className="min-w-0 font-medium wrap-anywhere text-primary-text underline-offset-2 hover:underline"
          >
            {board.name}
          </a>
        </Property>
      ) : null}
      <Property label="Category">
        <CategoryBadge category={item.category} />
      </Property>
      {topic ? (
        <Property label="Topic">
          <NamedBadge kind="Topic" name={topic} />
        </Property>
      ) : null}
    </PropertyList>
  );
}

export function PropertyList({ children }: { children: ReactNode }) {
  return (
    <ul className="flex min-w-0 flex-wrap items-center gap-2 lg:grid lg:grid-cols-1">{children}</ul>
  );
}

interface PropertyProps {
  /** Visible on wide screens only. Screen readers read the label that the value contains. */
  label: string;
  children: ReactNode;
}

function Property({ label, children }: PropertyProps) {
  return (
    <li className="flex min-h-8 min-w-0 items-center lg:px-2">
      <PropertyLabel>{label}</PropertyLabel>
      {children}
    </li>
  );
}

export function PropertyLabel({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="hidden w-24 shrink-0 text-muted lg:block">
      {children}
    </span>
  );
}

/** The badge of the item's status. If the item is closed, the badge 'Closed' comes first. */
export function StateBadges({ item }: { item: FeedbackDetail }) {
  return (
    <span className="flex min-w-0 gap-1">
      {item.state === "closed" ? <Badge>Closed</Badge> : null}
      <StatusBadge status={item.status} />
    </span>
  );
}
