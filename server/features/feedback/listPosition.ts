import type { FeedbackSort } from "#contract/feedbackLabels.ts";
import type { Position } from "#server/platform/http/keysetCursor.ts";
import { decodePosition, isTimestamp } from "#server/platform/http/keysetCursor.ts";

const KEYS: Record<FeedbackSort, (key: string) => boolean> = {
  votes: (key) => /^\d{1,9}$/.test(key),
  date: isTimestamp,
};

/** The place that a cursor of this sort stands for. @throws HttpError 400 for one that was never given */
export function decodeListPosition(sort: FeedbackSort, cursor: string): Position {
  return decodePosition(sort, cursor, KEYS[sort]);
}
