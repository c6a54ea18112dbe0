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

/** Whether the account `u` answers for the company: as its admin or as a super admin. */
export const isTeamMember = (companyId: unknown) => sql`(
  u.role = 'super_admin'
  or u.role = 'company_admin' and u.home_company_id is not distinct from ${companyId}
)`;

/** Whether an admin of the company has publicly commented on the item `f`. */
export const hasTeamComment = sql`exists (
  select from comment c join user_account u on u.id = c.user_id
  where c.company_id = f.company_id and c.feedback_id = f.id and c.visibility = 'public'
    and ${isTeamMember(sql.ref("f.company_id"))}
)`;

/**
 * Whether the author `u` of the comment or status change `c` is an admin of the company of the item
 * `visible`. False if the author's account was deleted; null if there is no `c`.
 */
export const isByTeam = sql`
  case when c.id is not null then
    coalesce(u.role <> 'user', false) and u.home_company_id is not distinct from visible.company_id
  end`;

/** Whether an import has created the item `f`. */
export const isImportedItem = sql`exists (
  select from imported_item i where i.company_id = f.company_id and i.feedback_id = f.id
)`;

/** Whether an import has created the comment `c`. */
export const isImportedComment = sql`exists (
  select from imported_entry i where i.company_id = c.company_id and i.comment_id = c.id
)`;
