import { managedCompanyId } from "#web/app/api/SessionContext.tsx";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { ManagedCompany } from "#web/app/layout/ManagedCompany.tsx";
import { readTableFilters } from "#web/app/navigation/useTableFilters.ts";
import {
  SUBSCRIBER_FILTERS,
  subscriberPagesQuery,
  SubscriberList,
} from "#web/features/changelogSubscribers/SubscriberList.tsx";
import type { PageContext } from "./pageModule.ts";

/** The page /company/subscribers, where admins see and remove the subscribers of the changelog. */
export function Component() {
  return (
    <CompanySettingsLayout title="Subscribers">
      <ManagedCompany>{() => <SubscriberList />}</ManagedCompany>
    </CompanySettingsLayout>
  );
}

/** Preloads the first page of the subscribers. */
export async function preloads({ client, portal, user, search }: PageContext): Promise<void> {
  if (managedCompanyId(portal, user) === null) return;
  const filters = readTableFilters(search, SUBSCRIBER_FILTERS);
  await client.infiniteQuery(subscriberPagesQuery(filters)).catch(() => null);
}
