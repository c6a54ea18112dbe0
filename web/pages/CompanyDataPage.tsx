import { managedCompanyId, useManagedCompanyId } from "#web/app/api/managedCompany.ts";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { ExportSection } from "#web/features/exports/ExportSection.tsx";
import { exportsQuery } from "#web/features/exports/exportsQuery.ts";
import type { PageContext } from "./pageModule.ts";

/** The page /company/data, where admins export their company. */
export function Component() {
  return (
    <CompanySettingsLayout title="Import and Export">
      <ManagedData />
    </CompanySettingsLayout>
  );
}

/** Preloads the exports. */
export async function preloads({ client, portal, user }: PageContext): Promise<void> {
  if (managedCompanyId(portal, user) === null) return;
  await Promise.allSettled([client.query(exportsQuery())]);
}

function ManagedData() {
  const companyId = useManagedCompanyId();
  if (companyId === null)
    return <p className="text-base">No company associated with your account.</p>;
  return (
    <div key={companyId} className="flex flex-col gap-10">
      <ExportSection />
    </div>
  );
}
