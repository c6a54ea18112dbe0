import type { Export } from "#contract/exports.ts";
import { exportsApi } from "#contract/exports.ts";
import type { SignedInContext, TenantUserContext } from "#server/platform/access/guards.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { notFound } from "#server/platform/http/httpError.ts";
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
  context: SignedInContext & { params: { id: number } },
): Promise<Export> {
  const message = exportsApi.get.notFound;
  const { companyId } = requireTenant(context, message).db;
  const found = await context.database.system.first(findExport, {
    companyId,
    exportId: context.params.id,
  });
  if (!found) throw notFound(message);
  return found;
}
