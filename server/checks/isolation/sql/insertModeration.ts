import type { TestDatabase } from "#server/checks/fixtures/testDatabase.ts";
import { BEFORE } from "./insertHiddenItems.ts";

/** Inserts reports of an item and of a comment, and blocked accounts. */
export async function insertModeration(
  sql: TestDatabase["sql"],
  companyId: number,
  {
    pendingItem,
    pendingComment,
    userId,
    reporterId,
    blockedIds,
  }: Record<"pendingItem" | "pendingComment" | "userId" | "reporterId", number> & {
    blockedIds: number[];
  },
): Promise<void> {
  await sql(
    `insert into report (company_id, feedback_id, comment_id, user_id, reason, note, created_at)
     values ($1, $2, null, $4, 'spam', 'Why', $5), ($1, null, $3, $6, 'other', null, $5)`,
    [companyId, pendingItem, pendingComment, userId, BEFORE, reporterId],
  );
  await sql(
    `insert into blocked_account (company_id, user_id, blocked_by_id, created_at)
     select $1, id, $2, $4 from unnest($3::bigint[]) id`,
    [companyId, userId, blockedIds, BEFORE],
  );
}
