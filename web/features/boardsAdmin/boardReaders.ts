import { boardsApi } from "#contract/boards.ts";
import { categoriesApi } from "#contract/categories.ts";
import { feedbackApi } from "#contract/feedback.ts";

/** What shows a board, or items on it: to be fetched again after a board has changed or gone. */
export const BOARD_READERS = [
  boardsApi.list,
  categoriesApi.list,
  feedbackApi.list,
  feedbackApi.listOnBoard,
  feedbackApi.get,
] as const;
