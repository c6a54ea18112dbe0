import type { Board } from "#contract/boards.ts";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Page } from "#contract/endpoint.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { RoadmapStatus } from "#contract/feedbackLabels.ts";
import { ROADMAP_STATUSES } from "#contract/feedbackLabels.ts";
import { columnQuery } from "./roadmapQuery.ts";

type Column = InfiniteData<Page<FeedbackItem>, string | undefined>;

/** Where a card is dropped. */
export interface Target {
  readonly status: RoadmapStatus;
  /**
   * The item below which the card is dropped; null for the top of the column. Undefined if the
   * roadmap is ordered by votes.
   */
  readonly afterId?: number | null | undefined;
}

/**
 * Moves an item to its target in the cache. Without a place, the column's loaded items stay sorted
 * by votes. The totals of both columns are updated.
 */
export function moveInColumns(
  client: QueryClient,
  boards: readonly Board[],
  item: FeedbackItem,
  to: Target,
): void {
  for (const status of ROADMAP_STATUSES) {
    client.setQueryData<Column>(columnQuery(status, boards).queryKey, (column) => {
      if (!column) return undefined;
      const rest = withoutItem(column, item.id);
      return status === to.status ? withItem(rest, { ...item, status }, to.afterId) : rest;
    });
  }
}

function withoutItem(column: Column, id: number): Column {
  const holdsIt = column.pages.some(({ items }) => items.some((item) => item.id === id));
  if (!holdsIt) return column;
  const pages = column.pages.map((page) => ({
    ...page,
    total: page.total - 1,
    items: page.items.filter((item) => item.id !== id),
  }));
  return { ...column, pages };
}

function withItem(column: Column, item: FeedbackItem, afterId: Target["afterId"]): Column {
  const all = column.pages.flatMap((page) => page.items);
  const next = all[all.findIndex(({ id }) => id === afterId) + 1];
  const isAfter = (other: FeedbackItem) =>
    afterId === undefined
      ? other.votes < item.votes || (other.votes === item.votes && other.id < item.id)
      : other === next;
  const found = column.pages.findIndex(({ items }) => items.some(isAfter));
  const target = found === -1 ? column.pages.length - 1 : found;
  const pages = column.pages.map((page, index) => {
    const total = page.total + 1;
    if (index !== target) return { ...page, total };
    const place = page.items.findIndex(isAfter);
    const items = page.items.toSpliced(place === -1 ? page.items.length : place, 0, item);
    return { ...page, total, items };
  });
  return { ...column, pages };
}
