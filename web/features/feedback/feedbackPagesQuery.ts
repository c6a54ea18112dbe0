import type { InfiniteData } from "@tanstack/react-query";
import type { CallInput, Page } from "#contract/endpoint.ts";
import type { FeedbackItem, FeedbackStatus } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import type { FeedbackFilters } from "./feedbackFilters.ts";
import { NO_FILTERS } from "./feedbackFilters.ts";

/** The result of the query for a feedback list. */
export type FeedbackPages = InfiniteData<Page<FeedbackItem>, string | undefined>;

type FeedbackParameters = NonNullable<CallInput<typeof feedbackApi.list>["query"]>;

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
    ? apiPagedQuery(feedbackApi.list, { query })
    : apiPagedQuery(feedbackApi.listOnBoard, { params: { boardId }, query });
}
