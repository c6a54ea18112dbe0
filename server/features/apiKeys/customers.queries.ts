import type { UserRole } from "#contract/users.ts";
import { isBlockedIn } from "#server/platform/access/context.queries.ts";
import { pictureUrl } from "#server/platform/access/pictureUrl.queries.ts";
import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

// The system runs this statement, because a company's own role sees no confirmations.

/** An account for which a key may be asked to act. */
export interface FoundAccount {
  id: number;
  username: string;
  fullName: string | null;
  pictureUrl: string | null;
  role: UserRole;
  companyId: number | null;
  createdAt: string;
  /** Whether the owner of the address has proved to read its mails and can log in. */
  isProven: boolean;
  isBlocked: boolean;
}

/** Finds an account by its id or by its e-mail address in the form that `usernameKey` returns. */
export const findAccount = statement<
  { companyId: number; userId: number | null; usernameKey: string | null },
  FoundAccount
>(
  "find_customer_account",
  (p) => sql`
    select u.id, u.username, u.full_name, ${pictureUrl("u")} as picture_url, u.role,
      u.home_company_id as company_id, u.created_at,
      u.is_active and u.confirmed_at is not null as is_proven,
      ${isBlockedIn(p.companyId, sql.ref("u.id"))} as is_blocked
    from user_account u
    where u.id = ${p.userId}::bigint or lower(u.username collate "C") = ${p.usernameKey}::text
  `,
);
