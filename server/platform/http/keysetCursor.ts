import type { Page } from "#contract/endpoint.ts";
import { invalid } from "./httpError.ts";

/**
 * Maximum size of a page of a list in bytes of JSON (docs/product-decisions.md "Feedback"). The
 * size is limited, because a page that a client does not read stays in memory.
 */
export const PAGE_BYTES = 128 * 1024;

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
 * @throws HttpError 400 for an invalid cursor or a cursor of another sort order
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
    // The error below reports the invalid cursor.
  }
  throw invalid({ cursor: ["Invalid cursor"] });
}

/**
 * Whether a key is an existing date and time in the format of the lists. Year 0 is refused, because
 * PostgreSQL has no year 0.
 */
export function isTimestamp(key: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(key) || key.startsWith("0000")) return false;
  const time = Date.parse(key);
  return !Number.isNaN(time) && new Date(time).toISOString() === key;
}

/**
 * Whether PostgreSQL can store the text. PostgreSQL accepts neither NUL nor unpaired surrogates.
 */
export function isText(key: string): boolean {
  return !key.includes("\u0000") && key.isWellFormed();
}

/** The maximum size of a property name or of a number in JSON, in bytes. */
const NAME_OR_NUMBER_BYTES = 40;

/**
 * Returns an upper bound of the size of a row as JSON, in bytes. A character takes at most six
 * bytes.
 */
function mostBytesOf(row: object): number {
  let bytes = 0;
  for (const value of Object.values(row)) {
    bytes += 2 * NAME_OR_NUMBER_BYTES;
    if (typeof value === "string") bytes += 6 * value.length;
    else if (typeof value === "object") bytes += 6 * JSON.stringify(value).length;
  }
  return bytes;
}

/**
 * Returns a row's size as JSON in bytes. Each character that is escaped in HTML counts as six
 * bytes, because pages contain their lists as escaped JSON.
 */
function bytesOf(row: object): number {
  return Buffer.byteLength(JSON.stringify(row).replaceAll(/[<>&']|\\"/g, String.raw`\u0000`));
}

/**
 * Returns the rows of one page: at most `limit` rows and at most `PAGE_BYTES` bytes, but at least
 * one row unless `rows` is empty.
 */
export function rowsOfPage<Row extends object>(rows: readonly Row[], limit: number): Row[] {
  const page = rows.slice(0, limit);
  // Most pages are short. The size of a short page is only estimated, because exact counting would
  // take a tenth of the request's time.
  if (page.reduce((sum, row) => sum + mostBytesOf(row), 0) <= PAGE_BYTES) return page;
  let bytes = 0;
  const end = page.findIndex((row, index) => {
    bytes += bytesOf(row) + 1;
    return index > 0 && bytes > PAGE_BYTES;
  });
  return end === -1 ? page : page.slice(0, end);
}

/** The page of a list without items, for example for viewers without a company. */
export const EMPTY_PAGE = { items: [], nextCursor: null, total: 0 };

/**
 * Builds one page. If the list continues after the page, `rows` must contain at least one row more
 * than the page.
 */
export function pageOf<Item extends object>(
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
  const items = rowsOfPage(rows, limit);
  const last = rows.length > items.length ? items.at(-1) : undefined;
  return { items, nextCursor: last ? encodePosition(order, positionOf(last)) : null, total };
}

/**
 * Builds a LIKE pattern for a literal substring: `%`, `_` and the backslash are escaped
 * (docs/product-decisions.md "Feedback").
 */
export function substringPattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
