import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { recountMovedComments } from "#server/features/mergedComments/mergedComments.queries.ts";
import type { Activity } from "#server/platform/activity/activity.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { statement } from "#server/platform/db/statement.ts";

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
export const returnComments = statement<OfSources, never>("return_comments", (q, p) =>
  sql<never>`
    update comment set feedback_id = merged_from_id, merged_from_id = null
    where company_id = ${p.companyId} and merged_from_id = any (${p.feedbackIds}::bigint[])
  `.compile(q),
);

/** Makes merged items independent again, in the state that they had before the merge. */
export const markUnmerged = statement<OfSources, never>("mark_unmerged", (q, p) =>
  sql<never>`
    update feedback_item
    set state = case when closed_at is null then 'open' else 'closed' end,
      merged_into_id = null, merged_at = null
    where company_id = ${p.companyId} and id = any (${p.feedbackIds}::bigint[])
      and state = 'merged'
  `.compile(q),
);

/** An item that is merged into a target that is about to be deleted. */
interface OrphanedSource extends ActivityItem {
  userId: number | null;
  targetId: number;
  targetTitle: string;
  targetBoardId: number;
  isTargetPrivate: boolean;
}

const orphanedSources = (p: { companyId: number }, scope: RawBuilder<unknown>) => sql`
  select source.id, source.title, source.board_id, b.is_private, source.user_id,
    target.id as target_id, target.title as target_title, target.board_id as target_board_id,
    target_board.is_private as is_target_private
  from feedback_item source
  join board b on b.company_id = source.company_id and b.id = source.board_id
  join feedback_item target
    on target.company_id = source.company_id and target.id = source.merged_into_id
  join board target_board
    on target_board.company_id = target.company_id and target_board.id = target.board_id
  where source.company_id = ${p.companyId} and ${scope}`;

/** Lists the items that are merged into the items `targetIds`. */
export const listSourcesOfItems = statement<
  { companyId: number; targetIds: readonly number[] },
  OrphanedSource
>("list_sources_of_items", (q, p) =>
  sql<OrphanedSource>`
    ${orphanedSources(p, sql`source.merged_into_id = any (${p.targetIds}::bigint[])`)}
    order by source.id
  `.compile(q),
);

/** Maximum number of items that are unmerged in one transaction before their target's board goes. */
const SOURCES_AT_ONCE = 500;

/** Lists up to `SOURCES_AT_ONCE` items of other boards that are merged into items of a board. */
export const listSourcesOfBoard = statement<{ companyId: number; boardId: number }, OrphanedSource>(
  "list_sources_of_board",
  (q, p) =>
    sql<OrphanedSource>`
    ${orphanedSources(
      p,
      sql`target.board_id = ${p.boardId}::bigint and source.board_id <> ${p.boardId}::bigint`,
    )}
    order by source.id limit ${sql.lit(SOURCES_AT_ONCE)}
  `.compile(q),
);

/**
 * Makes merged items independent again before their targets are deleted in the same or a later
 * transaction. The foreign key would delete the merged items with the targets. The targets keep the
 * copied votes and levels, which are deleted with them. The caller locks the company, so that no
 * item is merged meanwhile. Returns the activities to record.
 */
export async function unmergeBeforeDeletion(
  db: TenantDb,
  sources: readonly OrphanedSource[],
): Promise<Activity[]> {
  if (sources.length === 0) return [];
  const ofSources = { companyId: db.companyId, feedbackIds: sources.map(({ id }) => id) };
  await db.all(returnComments, ofSources);
  await db.all(markUnmerged, ofSources);
  await recountMovedComments(db, ofSources.feedbackIds);
  return sources.map((source) => {
    const { targetId: id, targetTitle: title, targetBoardId: boardId } = source;
    const target = { id, title, boardId, isPrivate: source.isTargetPrivate };
    return mergeActivity("item_unmerged", source, target);
  });
}
