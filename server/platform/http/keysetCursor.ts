import type { Page } from "#contract/endpoint.ts";
import { invalid } from "./httpError.ts";

/** A position in a list that is ordered by a key and then by id. */
export interface Position {
  key: string;
  id: number;
}

/**
 * Encodes a position as an opaque cursor. `order` names the sort order, because a cursor is valid
 * in one order only.
 */
export function encodePosition(order: string, { key, id }: Position): string {
  return Buffer.from(JSON.stringify([order, key, id])).toString("base64url");
}

/**
 * Decodes a cursor.
 * @param isKey validates the key, because a forged cursor must not reach the database
 * @throws HttpError 400 for an invalid cursor or one of another order
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
    // Falls through: the cursor is invalid.
  }
  throw invalid({ cursor: ["Invalid cursor"] });
}

/**
 * Whether a key is an existing date and time in the format of the lists. PostgreSQL has no year 0.
 */
export function isTimestamp(key: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(key) || key.startsWith("0000")) return false;
  const time = Date.parse(key);
  return !Number.isNaN(time) && new Date(time).toISOString() === key;
}

/** Whether PostgreSQL can store the text: it accepts neither NUL nor unpaired surrogates. */
export function isText(key: string): boolean {
  return !key.includes("\u0000") && key.isWellFormed();
}

/** The page of a list without items, for viewers without a company. */
export const EMPTY_PAGE = { items: [], nextCursor: null, total: 0 };

/** Builds one page from rows that were fetched with a limit of one more than the page size. */
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

/**
 * Builds a LIKE pattern for a literal substring: `%` and `_` are escaped (docs/product-decisions.md
 * "Feedback").
 */
export function substringPattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
