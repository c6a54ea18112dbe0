import { AdminConsoleLayout } from "#web/app/layout/AdminConsoleLayout.tsx";
import { dashboardQuery, DashboardScreen } from "#web/features/dashboard/DashboardScreen.tsx";
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

export async function preloads({ client }: PageContext): Promise<void> {
  await client.query(dashboardQuery);
}
