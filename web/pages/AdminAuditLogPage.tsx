import { AdminConsoleLayout } from "#web/app/layout/AdminConsoleLayout.tsx";
import { readTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { AUDIT_FILTERS, AuditLog, auditPagesQuery } from "#web/features/auditLog/AuditLog.tsx";
import type { PageContext } from "./pageModule.ts";

/** The page /admin/audit-log with the audit log of the installation and of all companies. */
export function Component() {
  return (
    <AdminConsoleLayout title="Audit log">
      <AuditLog scope={null} />
    </AdminConsoleLayout>
  );
}

/** Preloads the first page of entries for the URL's filters. */
export async function preloads({ client, search }: PageContext): Promise<void> {
  await Promise.allSettled([
    client.infiniteQuery(auditPagesQuery(null, readTableFilters(search, AUDIT_FILTERS))),
  ]);
}
