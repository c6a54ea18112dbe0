import type { Sql } from "#server/platform/db/sql.ts";
import { sql } from "#server/platform/db/sql.ts";
import type { Quotas } from "#contract/quotas.ts";
import { quotaMessage } from "#contract/quotas.ts";
import type { Db } from "#server/platform/db/database.ts";
import { statement } from "#server/platform/db/statement.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import { lockCompany } from "./companies.queries.ts";

function countUpToQuota(kind: keyof Quotas, rowsOf: (companyId: number) => Sql) {
  return statement<{ companyId: number; quota: number }, { count: number }>(
    `count_${kind}`,
    (p) => sql`
      select count(*) as count from (select from ${rowsOf(p.companyId)} limit ${p.quota}) counted
    `,
  );
}

/** For each kind of entry, the statement that counts a company's entries up to the quota. */
export const quotaCounts = {
  boards: countUpToQuota("boards", (companyId) => sql`board where company_id = ${companyId}`),
  categories: countUpToQuota(
    "categories",
    (companyId) => sql`board_category where company_id = ${companyId}`,
  ),
  views: countUpToQuota("views", (companyId) => sql`saved_view where company_id = ${companyId}`),
  members: countUpToQuota(
    "members",
    (companyId) =>
      sql`user_account
        where home_company_id = ${companyId} and role = 'company_admin' and not is_imported`,
  ),
  invitations: countUpToQuota(
    "invitations",
    (companyId) => sql`invitation where company_id = ${companyId} and expires_at > now()`,
  ),
  entries: countUpToQuota(
    "entries",
    (companyId) => sql`changelog_entry where company_id = ${companyId}`,
  ),
  labels: countUpToQuota(
    "labels",
    (companyId) => sql`changelog_label where company_id = ${companyId}`,
  ),
  keys: countUpToQuota("keys", (companyId) => sql`api_key where company_id = ${companyId}`),
  webhooks: countUpToQuota(
    "webhooks",
    (companyId) => sql`webhook_endpoint where company_id = ${companyId}`,
  ),
};

/**
 * Whether the quota allows the company one more entry of this kind. Locks the company until the
 * transaction ends, so that concurrent requests cannot exceed the quota together.
 * @param db the transaction that adds the entry
 */
export async function hasRoom(
  db: Db,
  quotas: Quotas,
  { companyId, kind }: { companyId: number; kind: keyof Quotas },
): Promise<boolean> {
  await db.first(lockCompany, { companyId });
  const quota = quotas[kind];
  const counted = await db.first(quotaCounts[kind], { companyId, quota });
  return (counted?.count ?? 0) < quota;
}

/**
 * Checks `hasRoom`.
 * @throws HttpError 409 if the company has reached its quota
 */
export async function requireRoom(
  db: Db,
  quotas: Quotas,
  { companyId, kind }: { companyId: number; kind: keyof Quotas },
): Promise<void> {
  if (!(await hasRoom(db, quotas, { companyId, kind })))
    throw conflict(quotaMessage(kind, quotas[kind]));
}
