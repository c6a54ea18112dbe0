import type { QueryClient } from "@tanstack/react-query";
import { categoriesApi } from "#contract/categories.ts";
import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { isAdminOf } from "#web/app/api/session.ts";
import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { knownFilters, readFilters } from "./feedbackFilters.ts";
import { feedbackPagesQuery } from "./feedbackPagesQuery.ts";

interface Context {
  readonly client: QueryClient;
  readonly search: URLSearchParams;
  readonly user: User | null;
  readonly portal: Pick<Portal, "tenantId">;
}

/** Preloads the queries of `FeedbackBrowser`. Never rejects: the list displays errors. */
export async function preloadFeedback(
  { client, search, user, portal }: Context,
  boardId: number | null,
): Promise<void> {
  const categories = client.query(wholeListQuery(categoriesApi.list)).catch(() => undefined);
  const requested = readFilters(search);
  // The query for the list depends on the categories only if it filters by a category.
  const known = requested.boardCategoryId === null ? undefined : await categories;
  const isAdmin = isAdminOf(user, portal.tenantId);
  const filters = knownFilters(requested, known, user, isAdmin);
  await Promise.allSettled([
    categories,
    client.infiniteQuery(feedbackPagesQuery(filters, boardId, isAdmin && user ? user.id : null)),
  ]);
}
