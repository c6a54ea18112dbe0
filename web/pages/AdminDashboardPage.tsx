import { AdminConsoleLayout } from "#web/app/layout/AdminConsoleLayout.tsx";
import { readTableFilters } from "#web/app/navigation/useTableFilters.ts";
import {
  companyChoicesQuery,
  DASHBOARD_FILTERS,
  dashboardQuery,
  DashboardScreen,
} from "#web/features/dashboard/DashboardScreen.tsx";
import type { PageContext } from "./pageModule.ts";

/**
 * The page /admin/settings with the dashboard (docs/specification.md "Admin dashboard
 * (/admin/settings)").
 */
export function Component() {
  return (
    <AdminConsoleLayout title="Admin Console">
      <DashboardScreen />
    </AdminConsoleLayout>
  );
}

export async function preloads({ client, search }: PageContext): Promise<void> {
  await Promise.allSettled([
    client.query(dashboardQuery(readTableFilters(search, DASHBOARD_FILTERS))),
    client.query(companyChoicesQuery),
  ]);
}
