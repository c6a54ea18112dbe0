import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";
import type { NamedTarget } from "./nameMatcher.ts";

/** Lists up to 2,000 boards and topics of a company. */
export const listTargets = statement<{ companyId: number }, NamedTarget>(
  "list_import_targets",
  (p) => sql`
    select 'board' as kind, id, name, is_private from board where company_id = ${p.companyId}
    union all
    select 'topic', id, name, false from board_category where company_id = ${p.companyId}
    order by kind, id limit 2000
  `,
);
