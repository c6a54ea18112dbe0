import { sql } from "#server/platform/db/sql.ts";
import type { Board } from "#contract/boards.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { assignChanged } from "#server/platform/db/changedFields.ts";
import { statement } from "#server/platform/db/statement.ts";

/**
 * The position at which a page begins: after the board `afterId` or, if the viewer can no longer
 * see that board, at `place`.
 */
export interface BoardPosition {
  afterId: number;
  /** Position among the boards that the viewer can see, counted from 0. */
  place: number;
}

/**
 * A board with its position and the number of all boards that the viewer can see. A page without
 * boards has a single row, in which all columns except `total` are null.
 */
type ListedBoard = { total: number } & (
  | (Board & { place: number })
  | Record<keyof Board | "place", null>
);

/**
 * Returns up to `rows` boards in the company's order. Private boards are listed only for viewers
 * who can see them. For other viewers the order indexes are renumbered, so that no gap reveals a
 * private board.
 */
export const listBoards = statement<
  Pick<Visibility, "companyId" | "canSeePrivate"> & BoardPosition & { rows: number },
  ListedBoard
>(
  "list_boards",
  (p) => sql`
    with visible as (
      select board.*, row_number() over (order by order_index, id)::integer - 1 as place
      from board
      where company_id = ${p.companyId} and (not is_private or ${p.canSeePrivate})
    )
    select counted.total, page.*
    from (select count(*) as total from visible) counted
    left join (
      select b.id, b.name, b.slug, b.description, b.company_id, b.is_private, b.created_at, b.place,
        case when ${p.canSeePrivate} then b.order_index else b.place end as order_index,
        coalesce((
          select sum(counter.items) from feedback_counter counter
          where counter.company_id = b.company_id and counter.board_id = b.id
        ), 0) as feedback_count
      from visible b
      where b.place >= coalesce(
        (select place + 1 from visible where id = ${p.afterId}), ${p.place}::integer
      )
      order by b.place limit ${p.rows}
    ) page on true
    order by page.place
  `,
);

/** Returns a board of the company if the viewer can see it. */
export const findVisibleBoard = statement<
  Pick<Visibility, "companyId" | "canSeePrivate"> & { boardId: number },
  { id: number }
>(
  "find_visible_board",
  (p) => sql`
    select id from board
    where company_id = ${p.companyId} and id = ${p.boardId}
      and (not is_private or ${p.canSeePrivate})
  `,
);

/** Inserts a board at the end of the order. */
export const insertBoard = statement<
  { companyId: number; name: string; slug: string; description: string | null; isPrivate: boolean },
  { id: number }
>(
  "insert_board",
  (p) => sql`
    insert into board (company_id, name, slug, description, is_private, order_index)
    select ${p.companyId}, ${p.name}, ${p.slug}, ${p.description}, ${p.isPrivate},
      coalesce(max(order_index) + 1, 0)
    from board where company_id = ${p.companyId}
    returning id
  `,
);

const CHANGEABLE = {
  name: "text",
  slug: "text",
  description: "optional text",
  isPrivate: "boolean",
} as const;

export const updateBoard = statement<
  {
    companyId: number;
    boardId: number;
    changed: readonly string[];
    name?: string;
    slug?: string;
    description?: string | null;
    isPrivate?: boolean;
  },
  { name: string; wasPrivate: boolean }
>(
  "update_board",
  (p) => sql`
    update board set ${assignChanged(CHANGEABLE, p, "board")}
    from (
      select company_id, id, is_private from board
      where company_id = ${p.companyId} and id = ${p.boardId} for no key update
    ) before
    where board.company_id = before.company_id and board.id = before.id
    returning board.name, before.is_private as was_private
  `,
);

/**
 * Maximum number of items of a board to delete in one transaction. The deletion of an item locks
 * the item's counters until the transaction ends.
 */
export const ITEMS_AT_ONCE = 500;

/**
 * Deletes the oldest `ITEMS_AT_ONCE` items of a board if the board has more than `spared` items,
 * and returns the ids of the deleted items. `spared` must be at most `ITEMS_AT_ONCE`, because the
 * statement reads at most one item more.
 */
export const deleteItemsOfBoard = statement<
  { companyId: number; boardId: number; spared: number },
  { id: number }
>(
  "delete_items_of_board",
  (p) => sql`
    delete from feedback_item f
    using (
      select company_id, id, row_number() over (order by created_at, id) as position,
        count(*) over () as total
      from (
        select company_id, id, created_at from feedback_item
        where company_id = ${p.companyId} and board_id = ${p.boardId}::bigint
        order by created_at, id
        limit ${sql.lit(ITEMS_AT_ONCE + 1)}
      ) oldest
    ) chosen
    where f.company_id = chosen.company_id and f.id = chosen.id
      and f.board_id = ${p.boardId}::bigint
      and total > ${p.spared}::integer and position <= ${sql.lit(ITEMS_AT_ONCE)}
    returning f.id
  `,
);

export const deleteBoard = statement<
  { companyId: number; boardId: number },
  { name: string; isPrivate: boolean }
>(
  "delete_board",
  (p) => sql`
    delete from board where company_id = ${p.companyId} and id = ${p.boardId}
    returning name, is_private
  `,
);

/** Sets each board's order index to its position in `boardIds`. */
export const reorderBoards = statement<
  { companyId: number; boardIds: readonly number[] },
  { id: number }
>(
  "reorder_boards",
  (p) => sql`
    update board set order_index = ordered.position - 1
    from unnest(${p.boardIds}::bigint[]) with ordinality ordered (id, position)
    where board.company_id = ${p.companyId} and board.id = ordered.id
    returning board.id
  `,
);
