import { boardsApi } from "#contract/boards.ts";
import { categoriesApi } from "#contract/categories.ts";
import { feedbackApi } from "#contract/feedback.ts";

/** The queries to refetch after a category was created, changed or deleted. */
export const QUERIES_AFFECTED_BY_CATEGORY = [
  categoriesApi.list,
  boardsApi.list,
  feedbackApi.list,
  feedbackApi.listOnBoard,
  feedbackApi.get,
] as const;
