import { sql } from "#server/platform/db/sql.ts";

/** Whether the company's admins have blocked the account (docs/decisions/0044-moderation.md). */
export const isBlockedIn = (companyId: unknown, userId: unknown) => sql`exists (
  select from blocked_account blocked
  where blocked.company_id = ${companyId} and blocked.user_id = ${userId}
)`;
