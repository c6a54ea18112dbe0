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
 * The query for the feedback list of one board, or of all boards that the viewer may see.
 * @param adminId the viewer's id if the viewer is an admin; null for everyone else, whose
 * 'Evaluating' covers new items (docs/product-decisions.md "Feedback")
 */
export function feedbackPagesQuery(
  filters: FeedbackFilters,
  boardId: number | null,
  adminId: number | null,
) {
  const { search, category, status, boardCategoryId, mine, state, show, sort } = filters;
  const isEvaluating = status === "evaluating" && adminId === null;
  const query = {
    search: search || undefined,
    category: category === "all" ? undefined : category,
    status: status === "all" ? undefined : isEvaluating ? EVALUATING : status,
    boardCategoryId: boardCategoryId === null ? undefined : String(boardCategoryId),
    mine: mine === "all" ? undefined : mine,
    unanswered: show === "unanswered" ? ("true" as const) : undefined,
    assigneeId: show === "assigned" && adminId !== null ? String(adminId) : undefined,
    state: state === "open" ? undefined : state,
    sort: sort === "votes" ? undefined : sort,
  };
  return boardId === null
    ? apiPagedQuery(feedbackApi.list, { query })
    : apiPagedQuery(feedbackApi.listOnBoard, { params: { boardId }, query });
}
