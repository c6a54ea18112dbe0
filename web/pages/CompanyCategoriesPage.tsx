import { wholeListQuery } from "#web/app/api/apiQuery.ts";
import { useManagedCompanyId } from "#web/app/api/SessionContext.tsx";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { CategoriesAdmin } from "#web/features/categories/CategoriesAdmin.tsx";
import type { PageContext } from "./pageModule.ts";

/**
 * The page /company/categories (docs/specification.md "Categories (/company/categories)"). The
 * screen is empty if the viewer manages no company on this host.
 */
export function Component() {
  return (
    <CompanySettingsLayout title="Categories">
      <ManagedCategories />
    </CompanySettingsLayout>
  );
}

/**
 * Preloads the categories that this host shows. Only admins of the categories' company can manage
 * the categories.
 */
export async function preloads({ client }: PageContext): Promise<void> {
  await client.query(wholeListQuery("/api/categories"));
}

function ManagedCategories() {
  const companyId = useManagedCompanyId();
  return companyId === null ? null : <CategoriesAdmin />;
}
