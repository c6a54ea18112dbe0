import type { Page } from "#contract/endpoint.ts";
import { invalid } from "./httpError.ts";

/** A place in a list that is ordered by a key, ties by id. */
export interface Position {
  key: string;
  id: number;
}

/** Opaque to clients. `order` names the order it belongs to: a place in one is none in another. */
export function encodePosition(order: string, { key, id }: Position): string {
  return Buffer.from(JSON.stringify([order, key, id])).toString("base64url");
}

/**
 * `isKey` knows the keys of this order: what else a forged cursor may hold must not reach the database.
 * @throws HttpError 400 for a cursor that this order never gave
 */
export function decodePosition(
  order: string,
  cursor: string,
  isKey: (key: string) => boolean,
): Position {
  try {
    const [its, key, id] = JSON.parse(
      Buffer.from(cursor, "base64url").toString("utf8"),
    ) as unknown[];
    if (
      its === order &&
      typeof key === "string" &&
      isKey(key) &&
      Number.isSafeInteger(id) &&
      Number(id) > 0
    )
      return { key, id: Number(id) };
  } catch {
    // Falls through: whatever it was, it is none of ours.
  }
  throw invalid({ cursor: ["Invalid cursor"] });
}

/** A moment as the lists give it, of a day that there is; PostgreSQL's calendar has no year 0. */
export function isMoment(key: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(key) || key.startsWith("0000")) return false;
  const time = Date.parse(key);
  return !Number.isNaN(time) && new Date(time).toISOString() === key;
}

/** PostgreSQL text holds neither NUL nor half a surrogate pair. */
export function isText(key: string): boolean {
  return !key.includes("\u0000") && key.isWellFormed();
}

/** Cuts one page from rows that were fetched with one more than the limit. */
export function pageOf<Item>(
  rows: readonly Item[],
  {
    limit,
    order,
    total,
    positionOf,
  }: {
    limit: number;
    order: string;
    total: number;
    positionOf: (item: Item) => Position;
  },
): Page<Item> {
  const items = rows.slice(0, limit);
  const last = rows.length > items.length ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodePosition(order, positionOf(last)) : null, total };
}

/** `%` and `_` mean themselves (DECISIONS "Feedback"). */
export function substringPattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
