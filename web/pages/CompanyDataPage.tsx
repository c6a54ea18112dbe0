import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { managedCompanyId } from "#web/app/api/SessionContext.tsx";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { ManagedCompany } from "#web/app/layout/ManagedCompany.tsx";
import { ExportSection, exportsQuery } from "#web/features/exports/ExportSection.tsx";
import { importsQuery } from "#web/features/imports/importQueries.ts";
import { ImportSection } from "#web/features/imports/ImportSection.tsx";
import type { PageContext } from "./pageModule.ts";

/** The page /company/data, where admins import feedback and export the data of their company. */
export function Component() {
  return (
    <CompanySettingsLayout title="Import and Export">
      <ManagedCompany>
        {() => (
          <div className="flex flex-col gap-10">
            <ImportSection />
            <ExportSection />
          </div>
        )}
      </ManagedCompany>
    </CompanySettingsLayout>
  );
}

/**
 * Preloads the imports, the exports, and the boards and categories to which the names in an import
 * can be mapped.
 */
export async function preloads({ client, portal, user }: PageContext): Promise<void> {
  if (managedCompanyId(portal, user) === null) return;
  await Promise.allSettled([
    client.query(importsQuery()),
    client.query(wholeListQuery("/api/boards")),
    client.query(wholeListQuery("/api/categories")),
    client.query(exportsQuery()),
  ]);
}
