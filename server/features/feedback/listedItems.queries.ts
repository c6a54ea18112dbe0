import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import { SHORT_SEARCH_REACH } from "#contract/feedbackLabels.ts";
import type { FilterParams, ListParams, ListShape } from "./listFilters.queries.ts";
import {
  hasRowFilter,
  LIST_ORDERS,
  listConditions,
  ofCompany,
  rowConditions,
  searchArguments,
  statusesOf,
} from "./listFilters.queries.ts";
import { mineIds } from "./viewersPart.queries.ts";

/* The rows from which lists and searches take their pages and count their totals. */

export const SCAN_LIMITS = { near: 500, far: SHORT_SEARCH_REACH } as const;

/**
 * Maximum number of bytes of text that a scan compares. Most items have a few hundred bytes, but
 * one customer can submit a hundred items of 40 kB in an hour.
 */
const SCAN_BYTES = { near: 500_000, far: 2_000_000 } as const;

export type SourceShape = Omit<ListShape, "signedIn" | "withNotes">;

/**
 * Returns the conditions of a list of items: `listConditions`, a condition on the items' state, and
 * the row filters.
 */
function itemConditions(shape: SourceShape, p: Required<ListParams>, company = [ofCompany(p)]) {
  const state = shape.byMine
    ? sql`f.state <> 'merged' and (f.state <> 'pending' or f.user_id = ${p.viewerId})`
    : sql`f.state = ${sql.lit(shape.state)}`;
  const all = [listConditions(shape, p, company), state, ...rowConditions(shape.rowFilters, p)];
  return sql.join(all, sql` and `);
}

/**
 * Whether the document of a scanned item contains the text. The bytes are compared in linear time.
 * The separator in the document prevents a match that spans title and description.
 */
const matchesText = (p: Required<FilterParams>) => sql`position(
    (select substring_bytes(lower(${p.pattern}))) in convert_to(f.document, 'UTF8')
  ) > 0`;

/**
 * The document of a scanned item: title and description in lower case, as in `feedback_search`. For
 * a long item, reading the stored document costs less than converting the texts to lower case. For
 * a short item, it costs more. Only open items have a stored document.
 */
const documentOf = (
  p: Required<FilterParams>,
) => sql`case when octet_length(item.title) + octet_length(item.description) <= 1000
    then lower(item.title || chr(31) || item.description)
    else coalesce(
      (select document from feedback_search where company_id = ${p.companyId} and feedback_id = item.id),
      lower(item.title || chr(31) || item.description)
    ) end`;

/**
 * Returns the company's items with the given ids. The lateral join forces a look-up by primary key.
 * With a plain join, PostgreSQL can choose any index that contains ids.
 */
function itemsOf(found: Sql, p: Required<ListParams>) {
  return sql`(
    select item.* from ${found} found (id) cross join lateral (
      select * from feedback_item where company_id = ${p.companyId} and id = found.id limit 1
    ) item
  )`;
}

function afterCursor(shape: SourceShape, p: Required<ListParams>) {
  const { column, type } = LIST_ORDERS[shape.sort];
  return shape.afterCursor
    ? sql` and (${column}, f.id) < (${p.cursorKey}::${type}, ${p.cursorId}::bigint)`
    : sql``;
}

/**
 * Returns the rows from which a page is taken. A search in the list's order scans a limited number
 * of items.
 */
export function listSource(shape: SourceShape, p: Required<ListParams>) {
  const after = afterCursor(shape, p);
  const whereFound = sql`where ${itemConditions(shape, p, [])}${after}`;
  if (shape.bySearch === "ids")
    return sql`${itemsOf(sql`unnest(${p.foundIds}::bigint[])`, p)} f ${whereFound}`;
  if (shape.bySearch === "index")
    return sql`${itemsOf(sql`search_feedback(${searchArguments(shape, p)})`, p)} f ${whereFound}`;
  if (shape.byMine) {
    const mine = itemsOf(mineIds(shape.byMine, p), p);
    return shape.bySearch === undefined
      ? sql`${mine} f ${whereFound}`
      : sql`(select item.*, ${documentOf(p)} as document from ${mine} item) f
          ${whereFound} and ${matchesText(p)}`;
  }
  if (shape.bySearch === undefined) return listedItems(shape, p, shape.rows);
  const order = sql`${LIST_ORDERS[shape.sort].column} desc, f.id desc`;
  return sql`(
    select item.*, ${documentOf(p)} as document
    from (
      select f.*, sum(octet_length(f.title) + octet_length(f.description))
        over (order by ${order} rows unbounded preceding) as scanned_bytes
      from ${scannedItems(shape.bySearch, shape, p)} f
    ) item
    where item.scanned_bytes <= ${sql.lit(SCAN_BYTES[shape.bySearch])} offset 0
  ) f where ${matchesText(p)}`;
}

/**
 * Returns the rows from which the first items of a list are taken. The caller sorts and limits the
 * rows. No index contains the items of several statuses in the list's order. For several statuses,
 * only the first `limit` items of each status are therefore read, through the index for a single
 * status.
 */
function listedItems(shape: SourceShape, p: Required<ListParams>, limit: number) {
  const { byStatus, state } = shape;
  const items = sql`feedback_item f where ${itemConditions(shape, p)}${afterCursor(shape, p)}`;
  if (byStatus !== "several" || state !== "open" || hasRowFilter(shape)) return items;
  return sql`(
    select item.* from unnest(${statusesOf(p)}) listed (status) cross join lateral (
      select f.* from ${items} and f.status = listed.status
      order by ${LIST_ORDERS[shape.sort].column} desc, f.id desc limit ${sql.lit(limit)}
    ) item
  ) f where true`;
}

export type ScanLimit = keyof typeof SCAN_LIMITS;

/** Returns the items that a search in the list's order scans. */
export function scannedItems(reach: ScanLimit, shape: SourceShape, p: Required<ListParams>) {
  const { column } = LIST_ORDERS[shape.sort];
  return sql`(
    select * from ${listedItems(shape, p, SCAN_LIMITS[reach])}
    order by ${column} desc, f.id desc limit ${sql.lit(SCAN_LIMITS[reach])}
  )`;
}
