import { categoriesApi } from "#contract/categories.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { knownFilters, readFilters } from "./feedbackFilters.ts";
import type { PageContext } from "#web/pages/pageModule.ts";
import { feedbackPagesQuery } from "./feedbackPagesQuery.ts";

/** Preloads the queries of `FeedbackBrowser`. Never rejects: the list displays errors. */
export async function preloadFeedback(
  { client, search, user }: Pick<PageContext, "client" | "search" | "user">,
  boardId: number | null,
): Promise<void> {
  const categories = client.query(wholeListQuery(categoriesApi.list)).catch(() => undefined);
  const requested = readFilters(search);
  // The query for the list depends on the categories only if it filters by a category.
  const known = requested.boardCategoryId === null ? undefined : await categories;
  const filters = knownFilters(requested, known, user);
  await Promise.allSettled([
    categories,
    client.infiniteQuery(feedbackPagesQuery(filters, boardId)),
  ]);
}
