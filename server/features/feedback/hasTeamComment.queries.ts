import { sql } from "#server/platform/db/sql.ts";

/** Whether an admin of the company has publicly commented on the item `f`. */
export const hasTeamComment = sql`exists (
  select from comment c join user_account u on u.id = c.user_id
  where c.company_id = f.company_id and c.feedback_id = f.id and c.visibility = 'public'
    and (u.role = 'super_admin'
      or u.role = 'company_admin' and u.home_company_id is not distinct from f.company_id)
)`;
