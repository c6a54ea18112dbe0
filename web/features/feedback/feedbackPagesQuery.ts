import type { InputOf } from "#contract/api.ts";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Page } from "#contract/endpoint.ts";
import type { FeedbackItem, FeedbackStatus } from "#contract/feedback.ts";
import type { Portal } from "#contract/portal.ts";
import type { User } from "#contract/users.ts";
import { apiPagedQuery, apiQuery, wholeListQuery } from "#web/app/api/apiQuery.ts";
import { isAdminOf } from "#web/app/api/session.ts";
import type { FeedbackFilters } from "./feedbackFilters.ts";
import { knownFilters, NO_FILTERS } from "./feedbackFilters.ts";
import { filtersOfAddress, VIEW_PARAM } from "./viewFilters.ts";

/** The result of the query for a feedback list. */
export type FeedbackPages = InfiniteData<Page<FeedbackItem>, string | undefined>;

type FeedbackParameters = NonNullable<InputOf<"GET /api/feedback">["query"]>;

const EVALUATING: FeedbackStatus[] = ["new", "evaluating"];

/**
 * Returns the query for the feedback list of one board, or of all boards that are visible to the
 * viewer. For everyone but admins, the filter 'Evaluating' includes new items
 * (docs/product-decisions.md "Feedback").
 */
export function feedbackPagesQuery(
  filters: FeedbackFilters,
  boardId: number | null,
  isAdmin: boolean,
) {
  const given = Object.entries(filters)
    .filter(([name, value]) => value !== NO_FILTERS[name as keyof FeedbackFilters])
    .map(([name, value]) => [name, String(value)]);
  const query: FeedbackParameters = Object.fromEntries(given);
  if (filters.status === "evaluating" && !isAdmin) query.status = EVALUATING;
  return boardId === null
    ? apiPagedQuery("/api/feedback", { query })
    : apiPagedQuery("/api/boards/:boardId/feedback", { params: { boardId }, query });
}

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
  const categories = optional(client.query(wholeListQuery("/api/categories")));
  const admins = isAdmin && optional(client.query(apiQuery("/api/assignees")));
  const views =
    isAdmin && search.has(VIEW_PARAM)
      ? await optional(client.query(apiQuery("/api/views")))
      : undefined;
  const requested = filtersOfAddress(search, views);
  // The filters depend on what is loaded only if they contain an id of it.
  const known = {
    categories: requested.boardCategoryId === null ? undefined : await categories,
    boards:
      requested.boardId === null
        ? undefined
        : await optional(client.query(wholeListQuery("/api/boards"))),
    pageBoardId: boardId,
  };
  const filters = knownFilters(requested, known, user, isAdmin);
  await Promise.allSettled([
    categories,
    admins,
    client.infiniteQuery(feedbackPagesQuery(filters, boardId, isAdmin)),
  ]);
}
