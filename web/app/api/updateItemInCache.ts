import type { QueryClient } from "@tanstack/react-query";
import type { Page } from "#contract/endpoint.ts";
import type { FeedbackItem } from "#contract/feedback.ts";

type List = Page<FeedbackItem> | { pages: Page<FeedbackItem>[] };

const LISTS = ["/api/feedback", "/api/boards/:boardId/feedback"];

/**
 * Updates an item in every cached list and in its own query, without reordering the lists. Does not
 * write to queries that lack the item, because React Query would treat the write as a fetch.
 */
export function updateItemInCache(
  client: QueryClient,
  feedbackId: number,
  change: (item: FeedbackItem) => FeedbackItem,
): void {
  const holdsIt = ({ items }: Page<FeedbackItem>) => items.some(({ id }) => id === feedbackId);
  const changed = (item: FeedbackItem) => (item.id === feedbackId ? change(item) : item);
  const changedPage = (page: Page<FeedbackItem>) =>
    holdsIt(page) ? { ...page, items: page.items.map(changed) } : page;
  for (const path of LISTS) {
    client.setQueriesData<List>({ queryKey: [path] }, (list) => {
      if (!list) return undefined;
      if (!("pages" in list)) return holdsIt(list) ? changedPage(list) : undefined;
      return list.pages.some(holdsIt) ? { ...list, pages: list.pages.map(changedPage) } : undefined;
    });
  }
  client.setQueriesData<FeedbackItem>({ queryKey: ["/api/feedback/:id"] }, (item) =>
    item?.id === feedbackId ? change(item) : undefined,
  );
}
