import { queryOptions } from "@tanstack/react-query";
import type { FeedbackItem } from "#contract/feedback.ts";
import { callPage, callThrough } from "#web/app/api/apiQuery.ts";
import { comparedTitle } from "../SimilarItems.tsx";

/** The items that are suggested for a search text. */
export interface Suggestions {
  readonly items: readonly Pick<FeedbackItem, "id" | "title" | "status" | "votes">[];
  /** Whether no item contains all words. The items then have similar titles. */
  readonly areSimilar: boolean;
}

/** Milliseconds until suggestions are stale. */
const FRESH_MS = 10_000;

/**
 * Returns the query for the best matches of a search or, if there are none, for items with similar
 * titles.
 * @param boardId the board whose items are suggested; null for all boards
 * @param limit maximum number of matches; at most five items are similar
 */
export function suggestionsQuery(search: string, boardId: number | null, limit: number) {
  return queryOptions<Suggestions>({
    queryKey: ["suggestions", search, boardId, limit],
    staleTime: FRESH_MS,
    enabled: search !== "",
    queryFn: async ({ client, signal }) => {
      const board = { boardId: boardId ?? undefined };
      const query = { search, sort: "match", limit, ...board };
      const { items } = await callPage(client, "/api/feedback", { query }, signal);
      if (items.length > 0) return { items, areSimilar: false };
      const title = { query: { title: comparedTitle(search), ...board } };
      return {
        items: await callThrough(client, "GET /api/feedback/similar", title, { signal }),
        areSimilar: true,
      };
    },
  });
}
