import type { QueryClient } from "@tanstack/react-query";
import { categoriesApi } from "#contract/categories.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { knownFilters, readFilters } from "./feedbackFilters.ts";
import { feedbackPagesQuery } from "./feedbackPagesQuery.ts";

/**
 * Fetches what `FeedbackBrowser` will ask for at this address. Never rejects: the screen shows what
 * failed.
 */
export async function preloadFeedback(
  client: QueryClient,
  search: URLSearchParams,
  boardId: number | null,
): Promise<void> {
  const categories = client.query(apiQuery(categoriesApi.list)).catch(() => undefined);
  const asked = readFilters(search);
  // Only an own category has to be known before the list can be asked for.
  const filters = asked.boardCategoryId === null ? asked : knownFilters(asked, await categories);
  await Promise.allSettled([
    categories,
    client.infiniteQuery(feedbackPagesQuery(filters, boardId)),
  ]);
}
