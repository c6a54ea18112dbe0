import { usernameKey } from "#server/platform/access/usernameKey.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { listAdminIds } from "./importPeople.queries.ts";

/**
 * Returns the ids of the company's active admins with one of these e-mail addresses. The keys are
 * the addresses in the form that `usernameKey` returns.
 */
export async function findAdmins(
  db: TenantDb,
  addresses: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, number>> {
  const named = addresses.filter((address) => address !== null && address !== undefined);
  if (named.length === 0) return new Map();
  const usernameKeys = [...new Set(named.map(usernameKey))];
  const found = await db.all(listAdminIds, { companyId: db.companyId, usernameKeys });
  return new Map(found.map(({ key, id }) => [key, id]));
}
