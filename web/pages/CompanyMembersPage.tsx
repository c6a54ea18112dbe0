import { managedCompanyId } from "#web/app/api/SessionContext.tsx";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { ManagedCompany } from "#web/app/layout/ManagedCompany.tsx";
import { readTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { invitationPagesQuery } from "#web/features/members/Invitations.tsx";
import { CUSTOMER_FILTERS, customerPagesQuery } from "#web/features/members/CustomerList.tsx";
import {
  CUSTOMERS_TAB,
  MEMBER_FILTERS,
  memberPagesQuery,
  MembersScreen,
} from "#web/features/members/MembersScreen.tsx";
import type { PageContext } from "./pageModule.ts";

/** The page /company/members, where admins see, invite, change and remove members, and see
 * customers. */
export function Component() {
  return (
    <CompanySettingsLayout title="Members">
      <ManagedCompany>{() => <MembersScreen />}</ManagedCompany>
    </CompanySettingsLayout>
  );
}

/**
 * Preloads the first page of the customers, or of the members and the open invitations, depending on
 * the selected tab.
 */
export async function preloads({ client, portal, user, search }: PageContext): Promise<void> {
  if (managedCompanyId(portal, user) === null) return;
  if (search.get("tab") === CUSTOMERS_TAB) {
    const filters = readTableFilters(search, CUSTOMER_FILTERS);
    await client.infiniteQuery(customerPagesQuery(filters)).catch(() => null);
    return;
  }
  await Promise.allSettled([
    client.infiniteQuery(memberPagesQuery(readTableFilters(search, MEMBER_FILTERS))),
    client.infiniteQuery(invitationPagesQuery()),
  ]);
}
