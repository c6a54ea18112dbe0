import { FEEDBACK_STATUSES } from "#contract/feedbackLabels.ts";
import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { ListParams, ListShape } from "./listFilters.queries.ts";
import {
  hasRowFilter,
  LIST_ORDERS,
  listConditions,
  ofCompany,
  orderOf,
  publicBoards,
  rowConditions,
  statusesOf,
} from "./listFilters.queries.ts";
import { mineIds } from "./viewersPart.queries.ts";

/* The rows from which lists take their pages and count their totals. */

export type SourceShape = Omit<ListShape, "signedIn" | "withNotes">;

/**
 * Returns the conditions of a list of items: `listConditions`, a condition on the items' state, and
 * the row filters.
 */
export function itemConditions(
  shape: SourceShape,
  p: Required<ListParams>,
  company = [ofCompany(p)],
) {
  const state = shape.byMine
    ? sql`f.state <> 'merged' and (f.state <> 'pending' or f.user_id = ${p.viewerId})`
    : sql`f.state = ${sql.lit(shape.state)}`;
  const all = [listConditions(shape, p, company), state, ...rowConditions(shape.rowFilters, p)];
  return sql.join(all, sql` and `);
}

/**
 * Returns the company's items with the given ids. The lateral join forces a look-up by primary key.
 * With a plain join, PostgreSQL can choose any index that contains ids.
 */
export function itemsOf(found: Sql, p: Required<ListParams>) {
  return sql`(
    select item.* from ${found} found (id) cross join lateral (
      select * from feedback_item where company_id = ${p.companyId} and id = found.id limit 1
    ) item
  )`;
}

export function afterCursor(shape: SourceShape, p: Required<ListParams>) {
  const { column, type, isAscending } = LIST_ORDERS[shape.sort];
  const isAfter = sql.raw(isAscending ? ">" : "<");
  return shape.afterCursor
    ? sql` and (${column}, f.id) ${isAfter} (${p.cursorKey}::${type}, ${p.cursorId}::bigint)`
    : sql``;
}

/** Returns the rows from which a page of a list without a search is taken. */
export function listSource(shape: SourceShape, p: Required<ListParams>) {
  if (!shape.byMine) return listedItems(shape, p, shape.rows);
  return sql`${itemsOf(mineIds(shape.byMine, p), p)} f
    where ${itemConditions(shape, p, [])}${afterCursor(shape, p)}`;
}

const ALL_STATUSES = sql`${sql.lit(`{${FEEDBACK_STATUSES.join()}}`)}::text[]`;

/**
 * Returns the rows from which the first items of a list are taken. The caller sorts and limits the
 * rows. No index contains the items of several statuses in the list's order, nor those of all
 * statuses in the order of their trends. Then only the first `limit` items of each status are read,
 * through the index for a single status.
 */
export function listedItems(shape: SourceShape, p: Required<ListParams>, limit: number) {
  const { byBoard, byStatus, state, sort } = shape;
  if (sort === "roadmap") return columnItems(shape, p, limit);
  const items = sql`feedback_item f where ${itemConditions(shape, p)}${afterCursor(shape, p)}`;
  if (state !== "open" || hasRowFilter(shape)) return items;
  const isOfAll = sort === "trending" && !byStatus && !byBoard;
  const first = (status?: Sql) =>
    sort === "discussed"
      ? discussedItems(shape, p, limit, status)
      : sql`select f.* from ${items} and f.status = ${status}
          order by ${orderOf(shape)} limit ${sql.lit(limit)}`;
  if (byStatus === "several" || isOfAll) {
    return sql`(
      select item.* from unnest(${isOfAll ? ALL_STATUSES : statusesOf(p)}) listed (status)
      cross join lateral (${first(sql`listed.status`)}) item
    ) f where true`;
  }
  return sort === "discussed" ? sql`(${first()}) f where true` : items;
}

/**
 * The items that admins have placed in a column of the roadmap, in their order; none if the company
 * orders its roadmap by votes.
 */
export const placedIds = ({ companyId, status }: { companyId: unknown; status: unknown }) => sql`(
  select c.feedback_ids from roadmap_column c join company on company.id = c.company_id
  where c.company_id = ${companyId} and c.status = ${status} and company.roadmap_order = 'manual')`;

/** Lower than the `place` of every placed item, and higher than a number of votes. */
const LOWEST_PLACE = sql.lit(1_000_000_000);

/**
 * Returns the first items of a column of the roadmap: the placed items, then the others by their
 * votes. `place` is the key of this order.
 */
function columnItems(shape: SourceShape, p: Required<ListParams>, limit: number) {
  const isAfter = (column: Sql) =>
    shape.afterCursor
      ? sql` and (${column}, f.id) < (${p.cursorKey}::bigint, ${p.cursorId}::bigint)`
      : sql``;
  const place = sql`(${LOWEST_PLACE} + cardinality(${placedIds(p)}) - placed.position)`;
  return sql`(
    select f.*, ${place} as place
    from unnest(${placedIds(p)}) with ordinality placed (id, position) cross join lateral (
      select f.* from feedback_item f
      where f.company_id = ${p.companyId} and f.id = placed.id limit 1
    ) f
    where ${itemConditions(shape, p, [])}${isAfter(place)}
    union all (
      select f.*, f.votes::bigint from feedback_item f
      where ${itemConditions(shape, p)} and f.id <> all (coalesce(${placedIds(p)}, '{}'))
        ${isAfter(sql`f.votes`)}
      order by f.votes desc, f.id desc limit ${sql.lit(limit)}
    )
  ) f where true`;
}

/**
 * Returns the first items in the order of their numbers of comments, which a table of its own
 * contains.
 */
function discussedItems(shape: SourceShape, p: Required<ListParams>, limit: number, status?: Sql) {
  const where = [sql`d.company_id = ${p.companyId}`];
  if (shape.byBoard) where.push(sql`d.board_id = ${p.boardId}`);
  if (shape.byStatus === "one") where.push(sql`d.status = ${p.status}`);
  if (!shape.canSeePrivate) where.push(sql`d.board_id = any (${publicBoards(p)})`);
  if (status) where.push(sql`d.status = ${status}`);
  if (shape.afterCursor)
    where.push(
      sql`(d.comments_count, d.feedback_id) < (${p.cursorKey}::integer, ${p.cursorId}::bigint)`,
    );
  return sql`
    select f.* from feedback_discussion d cross join lateral (
      select f.* from feedback_item f
      where f.company_id = ${p.companyId} and f.id = d.feedback_id limit 1
    ) f
    where ${sql.join(where, sql` and `)} and ${itemConditions(shape, p, [])}
    order by d.comments_count desc, d.feedback_id desc limit ${sql.lit(limit)}`;
}
