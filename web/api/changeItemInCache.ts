import type { QueryClient } from "@tanstack/react-query";
import type { Page } from "#contract/endpoint.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";

type List = Page<FeedbackItem> | { pages: Page<FeedbackItem>[] };

const LISTS = [feedbackApi.list, feedbackApi.listOnBoard];

/** Changes an item wherever it is cached: in every page of every list and on its own. Orders stay as they are. */
export function changeItemInCache(
  client: QueryClient,
  feedbackId: number,
  change: (item: FeedbackItem) => FeedbackItem,
): void {
  const changed = (item: FeedbackItem) => (item.id === feedbackId ? change(item) : item);
  const changedPage = (page: Page<FeedbackItem>) =>
    page.items.some(({ id }) => id === feedbackId) ? { ...page, items: page.items.map(changed) } : page;
  for (const { path } of LISTS) {
    client.setQueriesData<List>({ queryKey: [path] }, (list) => {
      if (!list) return list;
      return "pages" in list ? { ...list, pages: list.pages.map(changedPage) } : changedPage(list);
    });
  }
  client.setQueriesData<FeedbackItem>({ queryKey: [feedbackApi.get.path] }, (item) => item && changed(item));
}
