import { sql } from "kysely";

interface Viewer {
  viewerId: number | null;
  canSeePrivate: boolean;
}

/**
 * Whether the viewer may see the item `f` on the board `b`. Items of private boards are visible to
 * admins only, items that wait for approval also to their authors. A merged item is visible where
 * the item into which it was merged is visible.
 */
export const canSeeItem = ({ viewerId, canSeePrivate }: Viewer) => sql<boolean>`(
  ${canSeePrivate}::boolean or (
    not b.is_private
    and (f.state <> 'pending' or f.user_id = ${viewerId}::bigint)
    and (f.state <> 'merged' or exists (
      select from feedback_item target join board target_board
        on target_board.company_id = target.company_id and target_board.id = target.board_id
      where target.company_id = f.company_id and target.id = f.merged_into_id
        and not target_board.is_private
    ))
  )
)`;
