import type { QueryClient } from "@tanstack/react-query";
import { assigneesApi } from "#contract/assignees.ts";
import { categoriesApi } from "#contract/categories.ts";
import type { Portal } from "#contract/portal.ts";
import { savedViewsApi } from "#contract/savedViews.ts";
import type { User } from "#contract/users.ts";
import { isAdminOf } from "#web/app/api/session.ts";
import { apiQuery, wholeListQuery } from "#web/app/api/apiQuery.ts";
import { knownFilters } from "./feedbackFilters.ts";
import { feedbackPagesQuery } from "./feedbackPagesQuery.ts";
import { filtersOfAddress, VIEW_PARAM } from "./viewFilters.ts";

interface Context {
  readonly client: QueryClient;
  readonly search: URLSearchParams;
  readonly user: User | null;
  readonly portal: Pick<Portal, "tenantId">;
}

/** Preloads the queries of `FeedbackBrowser`. Never rejects, because the list displays errors. */
export async function preloadFeedback(
  { client, search, user, portal }: Context,
  boardId: number | null,
): Promise<void> {
  const isAdmin = isAdminOf(user, portal.tenantId);
  const optional = <Result>(read: Promise<Result>) => read.catch(() => undefined);
  const categories = optional(client.query(wholeListQuery(categoriesApi.list)));
  const admins = isAdmin && optional(client.query(apiQuery(assigneesApi.list)));
  const views =
    isAdmin && search.has(VIEW_PARAM)
      ? await optional(client.query(apiQuery(savedViewsApi.list)))
      : undefined;
  const requested = filtersOfAddress(search, views);
  // The filters depend on the loaded categories only if they include a board category.
  const known = requested.boardCategoryId === null ? undefined : await categories;
  const filters = knownFilters(requested, known, user, isAdmin);
  await Promise.allSettled([
    categories,
    admins,
    client.infiniteQuery(feedbackPagesQuery(filters, boardId, isAdmin)),
  ]);
}
