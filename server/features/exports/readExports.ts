import type { Export, exportsApi } from "#contract/exports.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { findExport, listStoredExports } from "./exports.queries.ts";

/** Returns the company's exports that have not expired, newest first. */
export function listExports({
  database,
  tenantId: companyId,
}: TenantUserContext): Promise<Export[]> {
  // The tenants' role does not see super admins, who may have requested an export.
  return database.system.all(listStoredExports, { companyId });
}

/** Returns one export of the company with its progress. */
export async function readExport(
  context: Handled<typeof exportsApi.get, TenantUserContext>,
): Promise<Export> {
  const { tenantId: companyId } = context;
  const found = await context.database.system.first(findExport, {
    companyId,
    exportId: context.params.id,
  });
  if (!found) throw context.notFound();
  return found;
}
