import { pictureUrl } from "#server/platform/access/pictureUrl.queries.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { Assignee } from "#contract/assignees.ts";
import { ASSIGNEE_LIMIT } from "#contract/assignees.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { statement } from "#server/platform/db/statement.ts";
import { invalid } from "#server/platform/http/httpError.ts";

/** Lists up to `ASSIGNEE_LIMIT` active admins of the company by name. */
export const listAssignees = statement<{ companyId: number }, Assignee>(
  "list_assignees",
  (p) => sql`
    select id, full_name, ${pictureUrl("user_account")} as picture_url from user_account
    where home_company_id = ${p.companyId} and role = 'company_admin' and is_active
    order by lower(full_name), id limit ${sql.lit(ASSIGNEE_LIMIT)}
  `,
);

/** Lists the accounts to which items of the company are assigned, active or not. */
export const listAssigneesOfItems = statement<{ companyId: number }, Assignee>(
  "list_assignees_of_items",
  (p) => sql`
    select id, full_name, ${pictureUrl("user_account")} as picture_url from user_account
    where id in (
      select assignee_id from feedback_item
      where company_id = ${p.companyId} and assignee_id is not null
    )
  `,
);

/** Finds an active admin of the company. */
const findAssignee = statement<{ companyId: number; userId: number }, { id: number }>(
  "find_assignee",
  (p) => sql`
    select id from user_account
    where home_company_id = ${p.companyId} and id = ${p.userId} and role = 'company_admin'
      and is_active
  `,
);

/**
 * Checks the assignee of a change. Accepts null and undefined.
 * @throws HttpError 400 for an account that is not an active admin of the company
 */
export async function requireAssignee(
  db: SystemDb,
  companyId: number,
  userId: number | null | undefined,
): Promise<void> {
  if (userId === null || userId === undefined) return;
  const found = await db.first(findAssignee, { companyId, userId });
  if (!found) throw invalid({ assigneeId: ["Choose an admin of the company"] });
}
