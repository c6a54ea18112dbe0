import { managedCompanyId } from "#web/app/api/SessionContext.tsx";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { ManagedCompany } from "#web/app/layout/ManagedCompany.tsx";
import { readTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { EntryList } from "#web/features/changelog/admin/EntryList.tsx";
import { ENTRY_FILTERS, entriesQuery } from "#web/features/changelog/admin/entryQueries.ts";
import { Labels } from "#web/features/changelog/admin/Labels.tsx";
import type { PageContext } from "./pageModule.ts";

/** The page /company/changelog, on which admins manage the entries and labels of the changelog. */
export function Component() {
  return (
    <CompanySettingsLayout title="Changelog">
      <ManagedCompany>
        {() => (
          <div className="flex flex-col gap-10">
            <EntryList />
            <Labels />
          </div>
        )}
      </ManagedCompany>
    </CompanySettingsLayout>
  );
}

/** Preloads the filtered entries and the labels. */
export async function preloads({ client, portal, user, search }: PageContext): Promise<void> {
  if (managedCompanyId(portal, user) === null) return;
  await Promise.allSettled([
    client.infiniteQuery(entriesQuery(readTableFilters(search, ENTRY_FILTERS))),
    client.query(apiQuery("/api/changelog/labels")),
  ]);
}
