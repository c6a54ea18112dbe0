import { boardsApi } from "#contract/boards.ts";
import { categoriesApi } from "#contract/categories.ts";
import { feedbackApi } from "#contract/feedback.ts";

/** What shows an item or counts it: to be fetched again after the item has changed or gone. */
export const LIST_READERS = [
  feedbackApi.list,
  feedbackApi.listOnBoard,
  boardsApi.list,
  categoriesApi.list,
] as const;

/** What shows any part of an item. */
export const ITEM_READERS = [feedbackApi.get, feedbackApi.history, ...LIST_READERS] as const;
