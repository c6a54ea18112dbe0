import { sql } from "kysely";

interface Viewer {
  viewerId: number | null;
  canSeePrivate: boolean;
}

/**
 * Whether the viewer may see the item `f` on the board `b`. Items of private boards are visible to
 * admins only, items that wait for approval also to their authors.
 */
export const canSeeItem = ({ viewerId, canSeePrivate }: Viewer) => sql<boolean>`(
  ${canSeePrivate}::boolean
  or (not b.is_private and (f.state <> 'pending' or f.user_id = ${viewerId}::bigint))
)`;
