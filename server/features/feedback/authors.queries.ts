import { sql } from "#server/platform/db/sql.ts";

/**
 * Whether the author `u` of the comment or status change `c` is an admin of the company of the item
 * `visible`. False if the author's account was deleted; null if there is no `c`.
 */
export const isByTeam = sql`
  case when c.id is not null then
    coalesce(u.role <> 'user', false) and u.home_company_id is not distinct from visible.company_id
  end`;
