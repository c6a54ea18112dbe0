import { boardsApi } from "#contract/boards.ts";
import { feedbackApi } from "#contract/feedback.ts";

/** What shows an item or counts it in lists: to be fetched again after the item has changed or gone. */
export const LIST_READERS = [feedbackApi.list, feedbackApi.listOnBoard, boardsApi.list] as const;

/** What shows any part of an item. */
export const ITEM_READERS = [feedbackApi.get, feedbackApi.history, ...LIST_READERS] as const;
