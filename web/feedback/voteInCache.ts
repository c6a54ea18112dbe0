import type { QueryClient } from "@tanstack/react-query";
import type { Page } from "#contract/endpoint.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";

/** How often an item was voted for, and whether this viewer did. */
export type Vote = Pick<FeedbackItem, "votes" | "hasVoted">;

type List = Page<FeedbackItem> | { pages: Page<FeedbackItem>[] };

const LISTS = [feedbackApi.list, feedbackApi.listOnBoard];

/** Writes an item's vote wherever the item is cached: in every page of every list and on its own. Orders stay as they are. */
export function writeVoteInCache(client: QueryClient, feedbackId: number, vote: Vote): void {
  const voted = (item: FeedbackItem) => (item.id === feedbackId ? { ...item, ...vote } : item);
  const votedPage = (page: Page<FeedbackItem>) =>
    page.items.some(({ id }) => id === feedbackId) ? { ...page, items: page.items.map(voted) } : page;
  for (const { path } of LISTS) {
    client.setQueriesData<List>({ queryKey: [path] }, (list) => {
      if (!list) return list;
      return "pages" in list ? { ...list, pages: list.pages.map(votedPage) } : votedPage(list);
    });
  }
  client.setQueriesData<FeedbackItem>({ queryKey: [feedbackApi.get.path] }, (item) => item && voted(item));
}
