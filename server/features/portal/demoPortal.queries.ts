import { sql } from "#server/platform/db/sql.ts";
import { statement } from "#server/platform/db/statement.ts";

/** The super admin of the demo data. */
export const DEMO_SUPER_ADMIN = "super@example.com";

/**
 * Finds the portal that visitors of the landing page can try: the first demo company, if the
 * database was filled with demo data. A company that has registered this subdomain elsewhere is
 * younger than the first super admin, and therefore not found.
 */
export const findDemoPortal = statement<Record<never, never>, { subdomain: string }>(
  "find_demo_portal",
  () => sql`
    select subdomain from company
    where subdomain = 'acme' and closed_at is null and created_at < (
      select created_at from user_account
      where lower(username collate "C") = ${sql.lit(DEMO_SUPER_ADMIN)} and role = 'super_admin'
    )
  `,
);
