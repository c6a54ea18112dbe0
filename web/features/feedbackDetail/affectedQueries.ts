import { boardsApi } from "#contract/boards.ts";
import { categoriesApi } from "#contract/categories.ts";
import { feedbackApi } from "#contract/feedback.ts";

/**
 * The queries to refetch after an item was deleted: lists of items, and boards and categories with
 * their item counts.
 */
export const QUERIES_AFFECTED_BY_DELETION = [
  feedbackApi.list,
  feedbackApi.listOnBoard,
  boardsApi.list,
  categoriesApi.list,
] as const;

/** The queries to refetch after an item was changed. */
export const QUERIES_AFFECTED_BY_CHANGE = [
  feedbackApi.get,
  feedbackApi.history,
  ...QUERIES_AFFECTED_BY_DELETION,
] as const;
