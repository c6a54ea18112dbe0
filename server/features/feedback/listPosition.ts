import type { FeedbackSort } from "#contract/feedbackLabels.ts";
import type { Position } from "#server/platform/http/keysetCursor.ts";
import { decodePosition, isTimestamp } from "#server/platform/http/keysetCursor.ts";

const KEYS: Record<FeedbackSort, (key: string) => boolean> = {
  votes: (key) => /^\d{1,9}$/.test(key),
  date: isTimestamp,
};

/** Decodes a cursor of a list with this sort. @throws HttpError 400 for an invalid cursor */
export function decodeListPosition(sort: FeedbackSort, cursor: string): Position {
  return decodePosition(sort, cursor, KEYS[sort]);
}
