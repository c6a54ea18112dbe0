import { SEARCH_COUNT_LIMIT, SHORT_SEARCH_REACH } from "#contract/feedbackLabels.ts";
import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { ListParams } from "./listFilters.queries.ts";
import { filterArguments, LIST_ORDERS, orderOf } from "./listFilters.queries.ts";
import type { SourceShape } from "./listedItems.queries.ts";
import { afterCursor, itemConditions, itemsOf, listedItems } from "./listedItems.queries.ts";
import { mineIds } from "./viewersPart.queries.ts";

/* The rows from which searches take their pages (docs/decisions/0065-words-of-searches.md). */

/** Maximum number of items that a scan compares. `whole` is for CSV files, which are one scan. */
export const SCAN_LIMITS = { near: 500, far: SHORT_SEARCH_REACH, whole: 1_000_000_000 } as const;

export type ScanLimit = keyof typeof SCAN_LIMITS;

/**
 * Maximum number of bytes of text that a scan compares. Most items have a few hundred bytes, but
 * one customer can submit a hundred items of 40 kB in an hour.
 */
const SCAN_BYTES = { near: 500_000, far: 2_000_000, whole: 1_000_000_000_000 } as const;

/** Maximum number of matches, those with most votes, among which a scan looks for the best. */
const RANKED = 500;

/**
 * The order in which items are scanned. Only after the scan, matches are put into the order of the
 * best match.
 */
const scanned = (shape: SourceShape): SourceShape =>
  shape.sort === "match" ? { ...shape, sort: "votes", afterCursor: false } : shape;

/**
 * Whether the document of the item `f` contains all words. The separator in the document prevents a
 * match that spans title and description.
 */
const hasWords = (p: Required<ListParams>) => sql`contains_words(f.document, ${p.words}::bytea[])`;

/**
 * The folded title and description of the item `f`, as in `feedback_search`. For a short text in
 * ASCII, folding it costs less than reading it. Only open items have a stored document.
 */
const documentOf = (p: Required<ListParams>) => sql`
  case when octet_length(f.title) + octet_length(f.description) <= 1000
      and octet_length(f.title) = length(f.title)
      and octet_length(f.description) = length(f.description)
    then lower((f.title || chr(31) || f.description) collate "C")
    else coalesce(
      (select s.document from feedback_search s
        where s.company_id = ${p.companyId} and s.feedback_id = f.id),
      fold_text(f.title || chr(31) || f.description)
    ) end`;

/** Frequent punctuation, which separates words. Each character more takes 0.2 µs for each title. */
const PUNCTUATION = '.,:;!?()/-"';

/**
 * Adds to the rows of `items` how well they match the words: whole words of the title before
 * beginnings and parts of words, title before description, and short titles before long ones. Votes
 * decide between equal matches. Bytes are compared, which is faster than comparing short texts.
 * `offset 0` lets PostgreSQL compute each text once.
 */
const withRank = (items: Sql, p: Required<ListParams>) => sql`(
  select f.*, (
    select (
      10 * round(10 * avg(case
        when position('\\x20' || word || '\\x20' in f.spaced) > 0 then 6
        when position('\\x20' || word in f.spaced) > 0 then 5
        when position(word in f.title_bytes) > 0 then 4
        when position('\\x20' || word || '\\x20' in convert_to(f.document, 'UTF8')) > 0 then 2
        else 1 end))
      + least(9, sum(
        case when position(word in f.title_bytes) > 0 then 10 * length(word) else 0 end
      ) / length(f.title_bytes))
    )::bigint * 1000000000 + least(f.votes, 999999999)
    from unnest(${p.words}::bytea[]) word
  ) as match_rank
  from (
    select f.*, convert_to(f.title_text, 'UTF8') as title_bytes, convert_to(
      ' ' || translate(f.title_text, ${sql.lit(PUNCTUATION)}, ${sql.lit(" ".repeat(PUNCTUATION.length))}) || ' ',
      'UTF8'
    ) as spaced
    from (select f.*, split_part(f.document, chr(31), 1) as title_text from ${items} f offset 0) f
    offset 0
  ) f
)`;

/** Adds the stored documents to the rows of `items`. */
const withDocument = (items: Sql, p: Required<ListParams>) => sql`(
  select f.*, s.document from ${items} f cross join lateral (
    select document from feedback_search
    where company_id = ${p.companyId} and feedback_id = f.id limit 1
  ) s
)`;

/** Adds the rank to the rows of `items` if the list is ordered by it. */
const ranked = (items: Sql, { sort }: SourceShape, p: Required<ListParams>) =>
  sort === "match" ? withRank(withDocument(items, p), p) : items;

const ownItems = (shape: SourceShape, p: Required<ListParams>) =>
  shape.byMine && itemsOf(mineIds(shape.byMine, p), p);

/** Returns the first items of the list, which a search scans. */
export function scannedItems(reach: ScanLimit, shape: SourceShape, p: Required<ListParams>) {
  return sql`(
    select * from ${listedItems(shape, p, SCAN_LIMITS[reach])}
    order by ${orderOf(shape)} limit ${sql.lit(SCAN_LIMITS[reach])}
  )`;
}

/**
 * Returns the matches among the scanned items, in the list's order. The inner `order by` tells
 * PostgreSQL that the rows are in order, so that it reads no more of them than are needed.
 */
function scannedMatches(reach: ScanLimit, shape: SourceShape, p: Required<ListParams>) {
  const order = orderOf(shape);
  return sql`
    select f.* from (
      select f.*, ${documentOf(p)} as document from (
        select f.*, sum(octet_length(f.title) + octet_length(f.description))
          over (order by ${order} rows unbounded preceding) as scanned_bytes
        from ${scannedItems(reach, shape, p)} f
      ) f
      where f.scanned_bytes <= ${sql.lit(SCAN_BYTES[reach])} order by ${order}
    ) f where ${hasWords(p)} order by ${order}`;
}

/** Returns all matches among the viewer's own items. */
const ownMatches = (own: Sql, shape: SourceShape, p: Required<ListParams>) => sql`
  select f.* from (select f.*, ${documentOf(p)} as document from ${own} f offset 0) f
  where ${itemConditions(shape, p, [])} and ${hasWords(p)}`;

/**
 * Returns the items with the ids after the cursor. The ids come from the same statement, which has
 * compared the list's conditions, or `conditions` compares them.
 */
const itemsFound = (
  ids: Sql,
  shape: SourceShape,
  p: Required<ListParams>,
  conditions = sql`true`,
) => sql`(
  select f.* from ${ranked(itemsOf(ids, p), shape, p)} f
  where ${conditions}${afterCursor(shape, p)}
)`;

/** Returns the words as arguments of the SQL search functions. */
const wordArguments = (p: Required<ListParams>) =>
  sql`${p.companyId}, ${p.pieces}::text[], ${p.words}::bytea[]`;

const findWords = (shape: SourceShape, p: Required<ListParams>) => sql`
  find_words(${wordArguments(p)}, ${p.isLookedUp}::boolean, ${filterArguments(shape, p)})`;

const allIds = (shape: SourceShape, p: Required<ListParams>) =>
  sql`list_words(${wordArguments(p)}, ${filterArguments(shape, p)})`;

/**
 * Returns the ids of the matches among the first items of the list, or among all of the viewer's,
 * with their keys in the list's order.
 */
export function scannedIds(shape: SourceShape, p: Required<ListParams>) {
  const own = ownItems(shape, p);
  const inOrder = { ...scanned(shape), afterCursor: false };
  const all = own ? ownMatches(own, inOrder, p) : scannedMatches("far", inOrder, p);
  const matches = shape.sort === "match" ? sql`${all} limit ${sql.lit(RANKED)}` : all;
  const rows = shape.sort === "match" ? withRank(sql`(${matches})`, p) : sql`(${matches})`;
  return sql`select f.id, ${LIST_ORDERS[shape.sort].column} from ${rows} f
    order by ${orderOf(shape)}`;
}

/**
 * Returns the page and the total of the matches that a scan finds. If the page is empty, there is
 * one row without an item.
 */
function scanSource(shape: SourceShape, p: Required<ListParams>) {
  const rank = shape.sort === "match" ? sql`, m.match_rank` : sql``;
  return sql`(
    with matched as materialized (${scannedIds(shape, p)})
    select f.*${rank}, counted.total, null::boolean as is_broad
    from (
      select count(*) as total from (
        select from matched limit ${sql.lit(SEARCH_COUNT_LIMIT)}
      ) first_matches
    ) counted
    left join lateral (
      select f.* from matched f where true${afterCursor(shape, p)}
      order by ${orderOf(shape)} limit ${sql.lit(shape.rows)}
    ) m on true
    left join lateral (
      select * from feedback_item where company_id = ${p.companyId} and id = m.id limit 1
    ) f on true
  ) f`;
}

/** Returns the matches of a broad search from which `foundSource` takes the page. */
function broadMatches(reach: ScanLimit, shape: SourceShape, p: Required<ListParams>) {
  if (shape.sort !== "match") {
    return sql`select f.* from (${scannedMatches(reach, shape, p)} limit ${sql.lit(shape.rows)}) f`;
  }
  const mostVoted = scannedMatches("near", scanned(shape), p);
  return sql`select f.* from ${itemsFound(
    sql`(select f.id from (${mostVoted}) f union select unnest(found.ids))`,
    shape,
    p,
  )} f`;
}

/**
 * Returns the page and the total of the matches that the text index finds, in one statement. A
 * narrow search is sorted; for a broad search, the next items of the list are compared, among which
 * matches are frequent. If the page is empty, there is one row without an item. `is_broad` is null
 * if the index cannot look the words up.
 */
export function foundSource(reach: ScanLimit, shape: SourceShape, p: Required<ListParams>) {
  const rank = shape.sort === "match" ? sql`, f.order_key as match_rank` : sql``;
  const { column, isAscending } = LIST_ORDERS[shape.sort];
  const direction = sql.raw(isAscending ? "asc" : "desc");
  const narrow = itemsFound(sql`unnest(case when not found.is_broad then found.ids end)`, shape, p);
  const columns = sql`f.id, ${column} as order_key`;
  // If only the whole index has found the most that a search returns, matches are so rare that a
  // scan of the whole list would take longer than finding the others as well.
  const isWhole = reach === "whole" && shape.sort !== "match";
  const isScanned = isWhole
    ? sql` and cardinality(found.ids) < ${sql.lit(SEARCH_COUNT_LIMIT)}`
    : sql``;
  const indexed = isWhole
    ? sql`union all select ${columns} from ${itemsFound(allIds(shape, p), shape, p)} f
        where found.is_broad and cardinality(found.ids) >= ${sql.lit(SEARCH_COUNT_LIMIT)}`
    : sql``;
  return sql`(
    select item.*${rank}, found.is_broad,
      case when found.is_broad then ${sql.lit(SEARCH_COUNT_LIMIT)}
        else cardinality(found.ids) end as total
    from ${findWords(shape, p)} found
    left join lateral (
      select ${columns} from ${narrow} f
      union all
      select ${columns} from (${broadMatches(reach, shape, p)}) f
      where found.is_broad${isScanned}
      ${indexed}
      order by 2 ${direction}, 1 ${direction}
      limit ${sql.lit(shape.rows)}
    ) f on true
    left join lateral (
      select * from feedback_item where company_id = ${p.companyId} and id = f.id limit 1
    ) item on true
  ) f`;
}

/** Returns the rows from which a page of a search is taken. */
export function searchSource(
  { bySearch, ...shape }: SourceShape & Required<Pick<SourceShape, "bySearch">>,
  p: Required<ListParams>,
) {
  const source = { ...shape, bySearch: undefined };
  if (bySearch === "found") return foundSource("near", source, p);
  if (bySearch === "scan") return scanSource(source, p);
  if (bySearch === "ids") {
    const ids = sql`unnest(${p.foundIds}::bigint[])`;
    return sql`${itemsFound(ids, source, p, itemConditions(source, p, []))} f`;
  }
  if (bySearch === "all") return sql`${itemsFound(allIds(source, p), source, p)} f`;
  return sql`(${scannedMatches("far", source, p)}) f`;
}
