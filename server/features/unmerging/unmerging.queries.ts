import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import {
  placeCommentsOfTargets,
  recountMovedComments,
} from "#server/features/mergedComments/mergedComments.queries.ts";
import type { Activity } from "#server/platform/activity/activity.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { statement } from "#server/platform/db/statement.ts";
import {
  copyFollows,
  copyVotes,
  deleteCopiedFollows,
  deleteCopiedVotes,
} from "./copies.queries.ts";

interface OfSources {
  companyId: number;
  /** The items that are merged into a target. */
  feedbackIds: readonly number[];
}

/** The fields of an item that the activity of a merge contains. */
export interface ActivityItem {
  id: number;
  title: string;
  boardId: number;
  isPrivate: boolean;
}

/** Returns the activity that records a merge or an unmerge. */
export function mergeActivity(
  kind: "item_merged" | "item_unmerged",
  {
    id: feedbackId,
    boardId,
    isPrivate,
    title,
    userId: authorId,
  }: ActivityItem & { userId: number | null },
  target: ActivityItem,
  isBulk = false,
): Activity {
  const { id: targetId, title: targetTitle } = target;
  const data = {
    authorId,
    title,
    targetId,
    targetTitle,
    target: { boardId: target.boardId, isPrivate: target.isPrivate },
    ...(isBulk && { isBulk }),
  };
  return { kind, feedbackId, boardId, isPrivate, data };
}

/** Moves the comments of merged items from the target back to the items. */
export const returnComments = statement<OfSources, never>(
  "return_comments",
  (p) => sql`
    update comment set feedback_id = merged_from_id, merged_from_id = null
    where company_id = ${p.companyId} and merged_from_id = any (${p.feedbackIds}::bigint[])
  `,
);

/** An item that was part of a target. */
interface UnmergedItem {
  id: number;
  /** The target of which the item was a part. */
  formerTargetId: number;
  /** The item of which this item is a part now; null for an independent item. */
  mergedIntoId: number | null;
}

/**
 * Makes merged items independent again, in the state that they had before the merge. Items that
 * were merged into them before that merge become part of them again.
 */
export const markUnmerged = statement<OfSources, UnmergedItem>(
  "mark_unmerged",
  (p) => sql`
    with recursive part as (
      select id, id as root_id, merged_into_id as target_id from feedback_item
      where company_id = ${p.companyId} and id = any (${p.feedbackIds}::bigint[])
        and state = 'merged'
      union
      select f.id, part.root_id, part.target_id
      from part join feedback_item f on f.company_id = ${p.companyId}
        and f.merged_through_id = part.id and f.merged_into_id = part.target_id
      where f.id <> all (${p.feedbackIds}::bigint[])
    )
    update feedback_item f set
      state = case when f.id <> root_id then 'merged' when closed_at is null then 'open'
        else 'closed' end,
      merged_into_id = case when f.id <> root_id then root_id end,
      merged_through_id = case when f.id <> root_id then nullif(merged_through_id, root_id) end,
      merged_at = case when f.id <> root_id then merged_at end
    from part
    where f.company_id = ${p.companyId} and f.id = part.id
    returning f.id, part.target_id as former_target_id, f.merged_into_id
  `,
);

/**
 * Makes merged items independent again, with the items that were merged into them before. The
 * former targets lose the copies of their votes and levels. Returns the former targets.
 */
export async function unmergeItems(
  db: TenantDb,
  feedbackIds: readonly number[],
): Promise<Set<number>> {
  const { companyId } = db;
  const unmerged = await db.all(markUnmerged, { companyId, feedbackIds });
  const sourceIds = unmerged.map(({ id }) => id);
  // The copies at the items themselves are made again below. Items that are still merged keep the
  // copies from the items that were merged into them.
  const copies = { companyId, targetIds: feedbackIds, sourceIds, keptIds: sourceIds };
  await db.all(deleteCopiedVotes, copies);
  await db.all(deleteCopiedFollows, copies);
  await db.all(returnComments, { companyId, feedbackIds });
  const targetIds = [...new Set(unmerged.flatMap(({ mergedIntoId }) => mergedIntoId ?? []))];
  if (targetIds.length > 0) await db.all(placeCommentsOfTargets, { companyId, targetIds });
  for (const targetId of targetIds) {
    await db.all(copyVotes, { companyId, targetId });
    await db.all(copyFollows, { companyId, targetId });
  }
  const formerTargets = new Set(unmerged.map(({ formerTargetId }) => formerTargetId));
  await recountMovedComments(db, [...sourceIds, ...formerTargets]);
  return formerTargets;
}

/** An item that is merged into a target that is about to be deleted. */
interface OrphanedSource extends ActivityItem {
  userId: number | null;
  targetId: number;
  targetTitle: string;
  targetBoardId: number;
  isTargetPrivate: boolean;
}

/**
 * Selects merged items with their targets.
 * @param scope a condition for merged items
 * @param isOrphaned a condition for `source`, `target` and `direct`, the item into which the source
 * was merged itself, which can be the target
 */
const orphanedSources = (p: { companyId: number }, scope: Sql, isOrphaned: Sql) => sql`
  -- With row-level security, PostgreSQL searches no index for the result of coalesce.
  with source as materialized (
    select *, coalesce(merged_through_id, merged_into_id) as direct_id from feedback_item
    where company_id = ${p.companyId} and merged_into_id is not null and ${scope}
  )
  select source.id, source.title, source.board_id, b.is_private, source.user_id,
    target.id as target_id, target.title as target_title, target.board_id as target_board_id,
    target_board.is_private as is_target_private
  from source
  join board b on b.company_id = source.company_id and b.id = source.board_id
  join feedback_item target
    on target.company_id = source.company_id and target.id = source.merged_into_id
  join board target_board
    on target_board.company_id = target.company_id and target_board.id = target.board_id
  join feedback_item direct
    on direct.company_id = source.company_id and direct.id = source.direct_id
  where ${isOrphaned}`;

/**
 * Lists the items that were merged into the items `targetIds` themselves. Items that were merged
 * into these before are not listed, because they are unmerged together.
 */
export const listSourcesOfItems = statement<
  { companyId: number; targetIds: readonly number[] },
  OrphanedSource
>(
  "list_sources_of_items",
  (p) => sql`
    ${orphanedSources(
      p,
      sql`merged_into_id = any (${p.targetIds}::bigint[])`,
      sql`direct.merged_into_id is distinct from source.merged_into_id`,
    )}
    order by source.id
  `,
);

/** Maximum number of items that are unmerged in one transaction before their target's board goes. */
const SOURCES_AT_ONCE = 500;

/**
 * Lists up to `SOURCES_AT_ONCE` items of other boards that are part of items of a board and were
 * merged into an item of that board themselves.
 */
export const listSourcesOfBoard = statement<{ companyId: number; boardId: number }, OrphanedSource>(
  "list_sources_of_board",
  (p) => sql`
    ${orphanedSources(
      p,
      sql`board_id <> ${p.boardId}::bigint`,
      sql`target.board_id = ${p.boardId}::bigint and (direct.board_id = ${p.boardId}::bigint
        or direct.merged_into_id is distinct from source.merged_into_id)`,
    )}
    order by source.id limit ${sql.lit(SOURCES_AT_ONCE)}
  `,
);

/**
 * Makes merged items independent again before their targets are deleted. The foreign key would
 * delete the merged items with the targets. The caller locks the company, so that no item is merged
 * meanwhile. Returns the activities to record.
 */
export async function unmergeBeforeDeletion(
  db: TenantDb,
  sources: readonly OrphanedSource[],
): Promise<Activity[]> {
  if (sources.length === 0) return [];
  await unmergeItems(
    db,
    sources.map(({ id }) => id),
  );
  return sources.map((source) => {
    const { targetId: id, targetTitle: title, targetBoardId: boardId } = source;
    const target = { id, title, boardId, isPrivate: source.isTargetPrivate };
    return mergeActivity("item_unmerged", source, target);
  });
}
