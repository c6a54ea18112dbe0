import { AdminConsoleLayout } from "#web/app/layout/AdminConsoleLayout.tsx";
import { readTableFilters } from "#web/app/navigation/useTableFilters.ts";
import {
  CompaniesScreen,
  COMPANY_FILTERS,
  companyPagesQuery,
} from "#web/features/adminCompanies/CompaniesScreen.tsx";
import type { PageContext } from "./pageModule.ts";

/**
 * The page /admin/companies (docs/specification.md "/admin/companies"). The URL stores search and
 * sort order.
 */
export function Component() {
  return (
    <AdminConsoleLayout title="Companies">
      <CompaniesScreen />
    </AdminConsoleLayout>
  );
}

export async function preloads({ client, search }: PageContext): Promise<void> {
  await client.infiniteQuery(companyPagesQuery(readTableFilters(search, COMPANY_FILTERS)));
}
