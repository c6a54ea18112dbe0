import { sql } from "#server/platform/db/sql.ts";

interface Viewer {
  viewerId: number | null;
  canSeePrivate: boolean;
}

/**
 * Whether the viewer can see the item `f` on the board `b`. Only admins can see items of private
 * boards. Only admins and the author can see an item that waits for approval.
 */
export const canSeeItem = ({ viewerId, canSeePrivate }: Viewer) => sql`(
  ${canSeePrivate}::boolean
  or (not b.is_private and (f.state <> 'pending' or f.user_id = ${viewerId}::bigint))
)`;
