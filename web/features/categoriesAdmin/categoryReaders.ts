import { boardsApi } from "#contract/boards.ts";
import { categoriesApi } from "#contract/categories.ts";
import { feedbackApi } from "#contract/feedback.ts";

/** What shows a category, or items that carry it: to be fetched again after it has changed or gone. */
export const CATEGORY_READERS = [
  categoriesApi.list,
  boardsApi.list,
  feedbackApi.list,
  feedbackApi.listOnBoard,
  feedbackApi.get,
] as const;
