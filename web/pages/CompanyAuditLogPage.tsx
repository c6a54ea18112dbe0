import { managedCompanyId } from "#web/app/api/SessionContext.tsx";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { ManagedCompany } from "#web/app/layout/ManagedCompany.tsx";
import { readTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { AUDIT_FILTERS, AuditLog, auditPagesQuery } from "#web/features/auditLog/AuditLog.tsx";
import type { PageContext } from "./pageModule.ts";

/** The page /company/audit-log, which shows admins the audit log of their company. */
export function Component() {
  return (
    <CompanySettingsLayout title="Audit log">
      <ManagedCompany>{(companyId) => <AuditLog scope={companyId} />}</ManagedCompany>
    </CompanySettingsLayout>
  );
}

/** Preloads the first page of entries for the URL's filters. */
export async function preloads({ client, portal, user, search }: PageContext): Promise<void> {
  const companyId = managedCompanyId(portal, user);
  if (companyId === null) return;
  await Promise.allSettled([
    client.infiniteQuery(auditPagesQuery(companyId, readTableFilters(search, AUDIT_FILTERS))),
  ]);
}
