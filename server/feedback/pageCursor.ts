import type { FeedbackSort } from "#contract/feedback.ts";
import { invalid } from "#server/http/httpError.ts";

/** The place of the last item of a page in its list's order. */
export interface PagePosition {
  key: string;
  id: number;
}

/** Opaque to clients; bound to its sort, since a number of votes is no date. */
export function encodeCursor(sort: FeedbackSort, { key, id }: PagePosition): string {
  return Buffer.from(`${sort}|${key}|${String(id)}`).toString("base64url");
}

const FORMS: Record<FeedbackSort, RegExp> = {
  votes: /^votes\|(?<key>\d{1,9})\|(?<id>[1-9]\d{0,14})$/,
  date: /^date\|(?<key>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\|(?<id>[1-9]\d{0,14})$/,
};

/** @throws HttpError 400 for a cursor that this sort never gave */
export function decodeCursor(sort: FeedbackSort, cursor: string): PagePosition {
  const groups = FORMS[sort].exec(Buffer.from(cursor, "base64url").toString("latin1"))?.groups;
  const key = groups?.["key"];
  const isValid = key !== undefined && (sort === "votes" || !Number.isNaN(Date.parse(key)));
  if (!isValid) throw invalid({ cursor: ["Invalid cursor"] });
  return { key, id: Number(groups?.["id"]) };
}
