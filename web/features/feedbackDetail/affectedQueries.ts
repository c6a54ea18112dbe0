import { boardsApi } from "#contract/boards.ts";
import { categoriesApi } from "#contract/categories.ts";
import { commentsApi } from "#contract/comments.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { mergingApi } from "#contract/merging.ts";
import { recordedVotesApi } from "#contract/recordedVotes.ts";

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

/** The queries to refetch after an admin recorded or took back a vote. */
export const QUERIES_AFFECTED_BY_VOTES = [
  recordedVotesApi.list,
  feedbackApi.get,
  feedbackApi.list,
  feedbackApi.listOnBoard,
] as const;

/** The queries to refetch after an item was changed. */
export const QUERIES_AFFECTED_BY_CHANGE = [
  feedbackApi.get,
  feedbackApi.history,
  ...QUERIES_AFFECTED_BY_DELETION,
] as const;

/** The queries to refetch after items were merged or unmerged. */
export const QUERIES_AFFECTED_BY_MERGE = [
  mergingApi.list,
  commentsApi.list,
  ...QUERIES_AFFECTED_BY_CHANGE,
] as const;
