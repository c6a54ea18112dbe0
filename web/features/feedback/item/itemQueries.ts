import type { CallName } from "#contract/api.ts";
import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { Page } from "#contract/endpoint.ts";
import type { FeedbackDetail, FeedbackItem } from "#contract/feedback.ts";
import { latestPagesQuery } from "#web/app/api/latestPagesQuery.ts";

/**
 * Returns the query for an item's status changes. The first page has the newest hundred changes,
 * and each following page has earlier changes.
 */
export const historyQuery = (feedbackId: number) =>
  latestPagesQuery("/api/feedback/:id/history", feedbackId);

type List = Page<FeedbackItem> | { readonly pages: readonly Page<FeedbackItem>[] };

/** Values for the fields that a list does not contain. Their true values are not known yet. */
const NOT_LISTED = {
  author: null,
  assignee: null,
  closedAt: null,
  closeReason: null,
  closeNote: null,
  closeNoteFormat: "plain",
  descriptionFormat: "plain",
  excerpt: null,
  mergedIntoId: null,
  unnamedVotes: null,
  isImported: false,
} as const;

/**
 * Returns the item from a cached list. The detail page displays this item until the item's own
 * query has loaded.
 */
export function cachedItem(client: QueryClient, feedbackId: number): FeedbackDetail | undefined {
  for (const path of ["/api/feedback", "/api/boards/:boardId/feedback"]) {
    for (const [, list] of client.getQueriesData<List>({ queryKey: [path] })) {
      const pages = list && "pages" in list ? list.pages : [list];
      const found = pages.flatMap((page) => page?.items ?? []).find(({ id }) => id === feedbackId);
      if (found) return { ...found, ...NOT_LISTED };
    }
  }
  return undefined;
}

/**
 * Whether a deletion of the item is pending. Until the deletion ends, the page displays the item
 * even if the item's query already returns 404.
 */
export function useIsDeleting(feedbackId: number): boolean {
  const client = useQueryClient();
  const mutationKey = ["DELETE /api/feedback/:id" satisfies CallName, feedbackId];
  return useSyncExternalStore(
    (onChange) => client.getMutationCache().subscribe(onChange),
    () => client.isMutating({ mutationKey }) > 0,
    () => false,
  );
}
