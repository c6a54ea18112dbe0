import { CompaniesScreen } from "#web/adminCompanies/CompaniesScreen.tsx";
import { readCompanyFilters } from "#web/adminCompanies/companyFilters.ts";
import { companyPagesQuery } from "#web/adminCompanies/companyPagesQuery.ts";
import { AdminConsoleLayout } from "#web/layout/AdminConsoleLayout.tsx";
import type { PageContext } from "./pageModule.ts";

/** /admin/companies (SPEC section 2). Search and order are in the address. */
export function Component() {
  return (
    <AdminConsoleLayout title="Companies">
      <CompaniesScreen />
    </AdminConsoleLayout>
  );
}

export async function preloads({ client, search }: PageContext): Promise<void> {
  await client.infiniteQuery(companyPagesQuery(readCompanyFilters(search)));
}
