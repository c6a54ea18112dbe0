import type { QueryClient } from "@tanstack/react-query";
import { categoriesApi } from "#contract/categories.ts";
import type { User } from "#contract/users.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { knownFilters, readFilters } from "./feedbackFilters.ts";
import { feedbackPagesQuery } from "./feedbackPagesQuery.ts";

interface Context {
  readonly client: QueryClient;
  readonly search: URLSearchParams;
  readonly user: User | null;
}

/** Preloads the queries of `FeedbackBrowser`. Never rejects: the list displays errors. */
export async function preloadFeedback(
  { client, search, user }: Context,
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
