import type { QueryClient } from "@tanstack/react-query";
import type { Page } from "#contract/endpoint.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";

type List = Page<FeedbackItem> | { pages: Page<FeedbackItem>[] };

const LISTS = [feedbackApi.list, feedbackApi.listOnBoard];

/**
 * Changes an item wherever it is cached: in every page of every list and on its own. Orders stay as they are. What does not hold the item is
 * not written: that would pass for an answer of the server.
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
  for (const { path } of LISTS) {
    client.setQueriesData<List>({ queryKey: [path] }, (list) => {
      if (!list) return undefined;
      if (!("pages" in list)) return holdsIt(list) ? changedPage(list) : undefined;
      return list.pages.some(holdsIt) ? { ...list, pages: list.pages.map(changedPage) } : undefined;
    });
  }
  client.setQueriesData<FeedbackItem>({ queryKey: [feedbackApi.get.path] }, (item) =>
    item?.id === feedbackId ? change(item) : undefined,
  );
}
