import { DashboardScreen } from "#web/dashboard/DashboardScreen.tsx";
import { dashboardQuery } from "#web/dashboard/dashboardQuery.ts";
import { AdminConsoleLayout } from "#web/layout/AdminConsoleLayout.tsx";
import type { PageContext } from "./pageModule.ts";

/** /admin/settings: the dashboard (SPEC section 2, Admin dashboard). */
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
