import type { InfiniteData } from "@tanstack/react-query";
import type { Page } from "#contract/endpoint.ts";
import type { FeedbackItem, FeedbackStatus } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { apiPagedQuery } from "#web/app/api/apiQuery.ts";
import type { FeedbackFilters } from "./feedbackFilters.ts";

/** The result of the query for a feedback list. */
export type FeedbackPages = InfiniteData<Page<FeedbackItem>, string | undefined>;

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
  const { search, category, status, boardCategoryId, mine, state, sort } = filters;
  const { assigneeId, unanswered } = filters;
  const isEvaluating = status === "evaluating" && !isAdmin;
  const query = {
    search: search || undefined,
    category: category === "all" ? undefined : category,
    status: status === "all" ? undefined : isEvaluating ? EVALUATING : status,
    boardCategoryId: boardCategoryId === null ? undefined : String(boardCategoryId),
    mine: mine === "all" ? undefined : mine,
    unanswered: unanswered ? ("true" as const) : undefined,
    assigneeId: assigneeId === null ? undefined : String(assigneeId),
    state: state === "open" ? undefined : state,
    sort: sort === "votes" ? undefined : sort,
  };
  return boardId === null
    ? apiPagedQuery(feedbackApi.list, { query })
    : apiPagedQuery(feedbackApi.listOnBoard, { params: { boardId }, query });
}
