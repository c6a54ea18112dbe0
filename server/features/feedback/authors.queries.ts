import { sql } from "kysely";

/**
 * Whether the author `u` of the row `c` is an admin of the company of `visible`. False if the
 * author's account was deleted; null without a row.
 */
export const isByTeam = sql<boolean | null>`
  case when c.id is not null then
    coalesce(u.role <> 'user' and u.home_company_id = visible.company_id, false) end`;
