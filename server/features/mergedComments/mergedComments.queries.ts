import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { statement } from "#server/platform/db/statement.ts";

/**
 * The item at which a comment of the item `f` on the board `b` is shown, if `f` is merged into
 * `target`. The target is null if `f` is not merged.
 */
export const placeOfComment = sql`case
  when target.id is null or (b.is_private and not target_board.is_private) then f.id
  else target.id end`;

/**
 * Moves the comments of merged items to the target. If a merged item is private and the target is
 * public, the comments are moved to the merged item instead, so that visitors cannot read them.
 */
const placeComments = (p: { companyId: number }, scope: Sql) => sql`
  with source as (
    select f.id, f.merged_into_id as target_id,
      ${placeOfComment} as place_id
    from feedback_item f
    join board b on b.company_id = f.company_id and b.id = f.board_id
    join feedback_item target
      on target.company_id = f.company_id and target.id = f.merged_into_id
    join board target_board
      on target_board.company_id = target.company_id and target_board.id = target.board_id
    where f.company_id = ${p.companyId} and ${scope}
  ), moved as (
    update comment c set feedback_id = source.place_id
    from source
    where c.company_id = ${p.companyId} and c.merged_from_id = source.id
      and c.feedback_id <> source.place_id
  )
  select id from source union select target_id from source`;

/** Moves the comments of all items that are merged into the targets (see `placeComments`). */
export const placeCommentsOfTargets = statement<
  { companyId: number; targetIds: readonly number[] },
  { id: number }
>(
  "place_comments_of_targets",
  (p) => sql`${placeComments(p, sql`target.id = any (${p.targetIds}::bigint[])`)}`,
);

/** Moves the comments of merged items after a board has become private or public. */
export const placeCommentsOfBoard = statement<
  { companyId: number; boardId: number },
  { id: number }
>(
  "place_comments_of_board",
  (p) =>
    sql`${placeComments(
      p,
      sql`(b.id = ${p.boardId}::bigint or target_board.id = ${p.boardId}::bigint)`,
    )}`,
);

interface OfItems {
  companyId: number;
  ids: readonly number[];
}

/** Locks items until the transaction ends, so that nobody changes their numbers of comments. */
export const lockRecountedItems = statement<OfItems, { id: number }>(
  "lock_recounted_items",
  (p) => sql`
    select id from feedback_item
    where company_id = ${p.companyId} and id = any (${p.ids}::bigint[])
    order by id for no key update
  `,
);

/** Counts the comments of items again, after comments were moved between them. */
export async function recountMovedComments(db: TenantDb, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const ofItems = { companyId: db.companyId, ids };
  // Transactions that have added or deleted comments must commit before the comments are counted.
  await db.all(lockRecountedItems, ofItems);
  await db.all(recountComments, ofItems);
}

/**
 * Moves the comments of all items that are merged into the targets, and counts the comments again.
 * Must be called after one of the items was moved to another board or merged. The caller locks the
 * company, so that no board becomes private or public meanwhile.
 */
export async function placeMergedComments(
  db: TenantDb,
  targetIds: readonly number[],
): Promise<void> {
  if (targetIds.length === 0) return;
  const placed = await db.all(placeCommentsOfTargets, { companyId: db.companyId, targetIds });
  await recountMovedComments(
    db,
    placed.map(({ id }) => id),
  );
}

/** Counts the comments of items. The items must be locked. */
export const recountComments = statement<OfItems, never>(
  "recount_comments",
  (p) => sql`
    update feedback_item f set
      comments_count = counted.public, hidden_comments_count = counted.hidden
    from (
      select item.id, count(c.id) filter (where c.visibility = 'public') as public,
        count(c.id) filter (where c.visibility <> 'public') as hidden
      from unnest(${p.ids}::bigint[]) item (id)
      left join comment c on c.company_id = ${p.companyId} and c.feedback_id = item.id
      group by item.id
    ) counted
    where f.company_id = ${p.companyId} and f.id = counted.id
  `,
);
