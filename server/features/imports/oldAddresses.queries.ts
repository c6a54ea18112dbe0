import { sql } from "kysely";
import { canSeeItem } from "#server/features/feedback/visibleItem.queries.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import { statement } from "#server/platform/db/statement.ts";

/** Returns the imported item that had a path in another product, if the viewer may see it. */
export const findItemByOldPath = statement<Visibility & { oldPath: string }, { id: number }>(
  "find_item_by_old_path",
  (q, p) =>
    sql<{ id: number }>`
      select f.id from imported_item i
      join feedback_item f on f.company_id = i.company_id and f.id = i.feedback_id
      join board b on b.company_id = f.company_id and b.id = f.board_id
      where i.company_id = ${p.companyId} and i.old_path = ${p.oldPath} and ${canSeeItem(p)}
      limit 1
    `.compile(q),
);
