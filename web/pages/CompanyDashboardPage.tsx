import { managedCompanyId } from "#web/app/api/SessionContext.tsx";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { ManagedCompany } from "#web/app/layout/ManagedCompany.tsx";
import { readTableFilters } from "#web/app/navigation/useTableFilters.ts";
import {
  COMPANY_DASHBOARD_FILTERS,
  companyDashboardQuery,
  CompanyDashboardScreen,
} from "#web/features/dashboard/CompanyDashboardScreen.tsx";
import { StatusBadge } from "#web/features/feedback/StatusBadge.tsx";
import { SetupChecklist } from "#web/features/setup/SetupChecklist.tsx";
import { preloadSetup } from "#web/features/setup/setupSteps.ts";
import type { PageContext } from "./pageModule.ts";

/** The page /company with the dashboard of the company's admins. */
export function Component() {
  return (
    <CompanySettingsLayout title="Dashboard">
      <ManagedCompany>
        {() => (
          <CompanyDashboardScreen
            renderStatus={(status) => <StatusBadge status={status} className="shrink-0" />}
            setup={<SetupChecklist otherwise={null} />}
          />
        )}
      </ManagedCompany>
    </CompanySettingsLayout>
  );
}

export async function preloads({ client, portal, user, search }: PageContext): Promise<void> {
  if (managedCompanyId(portal, user) === null) return;
  await Promise.allSettled([
    client.query(companyDashboardQuery(readTableFilters(search, COMPANY_DASHBOARD_FILTERS))),
    preloadSetup(client),
  ]);
}
