import { sql } from "kysely";

/**
 * Whether the author `u` of the row `c` is an admin of the company of `visible`. False if the
 * author's account was deleted; null if there is no row `c`.
 */
export const isByTeam = sql<boolean | null>`
  case when c.id is not null then
    coalesce(u.role <> 'user', false) and u.home_company_id is not distinct from visible.company_id
  end`;
