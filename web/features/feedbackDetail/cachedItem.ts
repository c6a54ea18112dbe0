import type { QueryClient } from "@tanstack/react-query";
import type { Page } from "#contract/endpoint.ts";
import type { FeedbackDetail, FeedbackItem } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";

type List = Page<FeedbackItem> | { readonly pages: readonly Page<FeedbackItem>[] };

/** Values for the fields that a list does not contain. Their true values are not known yet. */
const NOT_LISTED = {
  author: null,
  assignee: null,
  closedAt: null,
  closeReason: null,
  closeNote: null,
  mergedIntoId: null,
  unnamedVotes: null,
};

/**
 * Returns the item from a cached list. The detail page displays this item until the item's own
 * query has loaded.
 */
export function cachedItem(client: QueryClient, feedbackId: number): FeedbackDetail | undefined {
  for (const { path } of [feedbackApi.list, feedbackApi.listOnBoard]) {
    for (const [, list] of client.getQueriesData<List>({ queryKey: [path] })) {
      const pages = list && "pages" in list ? list.pages : [list];
      const found = pages.flatMap((page) => page?.items ?? []).find(({ id }) => id === feedbackId);
      if (found) return { ...found, ...NOT_LISTED };
    }
  }
  return undefined;
}
