import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Returns the imported items that had this path in another product. */
export const listItemsByOldPath = statement<
  { companyId: number; oldPath: string },
  { feedbackId: number }
>(
  "list_items_by_old_path",
  (p) => sql`
    select feedback_id from imported_item
    where company_id = ${p.companyId} and old_path = ${p.oldPath} and feedback_id is not null
  `,
);
