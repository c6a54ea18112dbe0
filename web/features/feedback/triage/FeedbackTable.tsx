import type { ReactNode, RefObject } from "react";
import { useEffect } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { FeedbackSort } from "#contract/feedbackFilters.ts";
import { ArrowDown, ArrowUp, ArrowUpDown } from "#web/ui/adminIcons.ts";
import { Badge } from "#web/ui/Badge.tsx";
import { cn } from "#web/ui/cn.ts";
import { PrivateMark } from "#web/ui/PrivateMark.tsx";
import { RelativeTime } from "#web/ui/RelativeTime.tsx";
import type { CardTools } from "../FeedbackCard.tsx";
import type { FeedbackCardsProps } from "../FeedbackCards.tsx";
import { useListAddress } from "../FeedbackCards.tsx";
import { VoteButton } from "../VoteButton.tsx";
import { Marked } from "../search/Searched.tsx";

interface FeedbackTableProps extends FeedbackCardsProps {
  tableRef: RefObject<HTMLTableSectionElement | null>;
  /** The checkbox that selects all items. */
  selectAll: ReactNode;
  toolsFor: (item: FeedbackItem) => CardTools;
}

/**
 * The list as a table with one line of 44 px for each item, for admins. Screens narrower than 1280 px
 * show neither boards nor dates, so that titles have 260 px.
 */
export function FeedbackTable(props: FeedbackTableProps) {
  const { items, boards, pageBoardId, isOutdated, focusIndex, tableRef } = props;
  const from = useListAddress();
  const isFocusable = focusIndex !== null && focusIndex < items.length;
  useEffect(() => {
    if (isFocusable)
      tableRef.current?.children[focusIndex]?.querySelector<HTMLElement>("h2 a")?.focus();
  }, [isFocusable, focusIndex, tableRef]);
  return (
    <div className="rounded-xl border bg-surface">
      <table
        aria-label="Feedback"
        aria-busy={isOutdated}
        className={cn("w-full table-fixed text-sm transition-opacity", isOutdated && "opacity-60")}
      >
        <TableHead {...props} />
        <tbody ref={tableRef}>
          {items.map((item) => (
            <ItemRow
              key={item.id}
              item={item}
              from={from}
              board={boards.find(({ id }) => id === item.boardId)}
              hasBoard={pageBoardId === null}
              tools={props.toolsFor(item)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableHead({ filters, onChange, pageBoardId, selectAll }: FeedbackTableProps) {
  const sort = {
    current: filters.sort,
    onChange: (next: FeedbackSort) => onChange({ sort: next }),
  };
  return (
    <thead className="text-xs text-muted">
      <tr className="h-10 *:px-2 *:text-left *:font-medium">
        <th className="w-11">{selectAll}</th>
        <SortedHeading {...sort} sorts={["votes"]} className="w-22">
          Votes
        </SortedHeading>
        <th scope="col">Title</th>
        <th scope="col" className="w-41">
          Status
        </th>
        {pageBoardId === null ? (
          <th scope="col" className="hidden w-36 xl:table-cell">
            Board
          </th>
        ) : null}
        <th scope="col" className="w-20">
          Assignee
        </th>
        <SortedHeading {...sort} sorts={["date", "oldest"]} className="hidden w-29 xl:table-cell">
          Created
        </SortedHeading>
        <th className="w-11">
          <span className="sr-only">Options</span>
        </th>
      </tr>
    </thead>
  );
}

interface SortedHeadingProps {
  /** The order of the list. */
  current: FeedbackSort;
  onChange: (sort: FeedbackSort) => void;
  /** The orders by this column. Pressing the heading chooses the first or, after it, the next. */
  sorts: readonly FeedbackSort[];
  className: string;
  children: string;
}

function SortedHeading({ current, onChange, sorts, className, children }: SortedHeadingProps) {
  const place = sorts.indexOf(current);
  const isAscending = current === "oldest";
  const direction = isAscending ? "ascending" : "descending";
  const Icon = place === -1 ? ArrowUpDown : isAscending ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={place === -1 ? "none" : direction} className={className}>
      <button
        type="button"
        onClick={() => onChange(sorts[(place + 1) % sorts.length] ?? "votes")}
        className="-ml-1.5 inline-flex h-8 items-center gap-1 rounded-md px-1.5 hover:bg-hover hover:text-ink"
      >
        {children}
        <Icon aria-hidden="true" className={cn("size-3.5", place === -1 && "opacity-50")} />
      </button>
    </th>
  );
}

interface ItemRowProps {
  item: FeedbackItem;
  from: string;
  board: { readonly name: string; readonly isPrivate: boolean } | undefined;
  hasBoard: boolean;
  tools: CardTools;
}

function ItemRow({ item, from, board, hasBoard, tools }: ItemRowProps) {
  return (
    <tr
      data-item=""
      className={cn(
        "group relative h-11 border-t *:px-2 has-aria-expanded:z-20",
        tools.isSelected ? "bg-primary-tint" : "hover:bg-hover/50",
      )}
    >
      <td>{tools.selectBox}</td>
      <td>
        <VoteButton item={item} size="row" className="relative z-10" />
      </td>
      <td>
        <h2 dir="auto" className="flex min-w-0 items-center text-sm font-medium">
          {board?.isPrivate ? <PrivateMark /> : null}
          <a
            href={`/feedback/${String(item.id)}?from=${encodeURIComponent(from)}`}
            title={item.title}
            className="truncate outline-none group-hover:text-primary-text after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            <Marked text={item.title} />
          </a>
        </h2>
      </td>
      <td>
        <span className="flex items-center gap-1">
          {item.state === "open" ? null : (
            <Badge className="shrink-0">{item.state === "closed" ? "Closed" : "Waiting"}</Badge>
          )}
          {tools.status}
        </span>
      </td>
      {hasBoard ? (
        <td className="hidden truncate text-muted xl:table-cell">
          <bdi>{board?.name}</bdi>
        </td>
      ) : null}
      <td>{tools.assignee}</td>
      <td className="hidden truncate text-muted xl:table-cell">
        <span className="relative">
          <RelativeTime value={item.createdAt} />
        </span>
      </td>
      <td>
        <div className="relative z-10 -mx-2">{tools.menu}</div>
      </td>
    </tr>
  );
}
