import type { FeedbackSort } from "#contract/feedback.ts";
import { invalid } from "#server/http/httpError.ts";
import type { Position } from "#server/http/keysetCursor.ts";
import { decodePosition } from "#server/http/keysetCursor.ts";

const KEYS: Record<FeedbackSort, RegExp> = {
  votes: /^\d{1,9}$/,
  date: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
};

/** The place that a cursor of this sort stands for. @throws HttpError 400 for one that was never given */
export function decodeListPosition(sort: FeedbackSort, cursor: string): Position {
  const position = decodePosition(sort, cursor);
  const isKey =
    KEYS[sort].test(position.key) && (sort === "votes" || !Number.isNaN(Date.parse(position.key)));
  if (!isKey || position.id <= 0) throw invalid({ cursor: ["Invalid cursor"] });
  return position;
}
