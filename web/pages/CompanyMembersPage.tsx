import { managedCompanyId } from "#web/app/api/SessionContext.tsx";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { ManagedCompany } from "#web/app/layout/ManagedCompany.tsx";
import { readTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { invitationPagesQuery } from "#web/features/members/Invitations.tsx";
import {
  MEMBER_FILTERS,
  memberPagesQuery,
  MembersScreen,
} from "#web/features/members/MembersScreen.tsx";
import type { PageContext } from "./pageModule.ts";

/** The page /company/members, where admins see, invite, change and remove members. */
export function Component() {
  return (
    <CompanySettingsLayout title="Members">
      <ManagedCompany>{() => <MembersScreen />}</ManagedCompany>
    </CompanySettingsLayout>
  );
}

/** Preloads the first pages of the filtered members and of the open invitations. */
export async function preloads({ client, portal, user, search }: PageContext): Promise<void> {
  if (managedCompanyId(portal, user) === null) return;
  await Promise.allSettled([
    client.infiniteQuery(memberPagesQuery(readTableFilters(search, MEMBER_FILTERS))),
    client.infiniteQuery(invitationPagesQuery()),
  ]);
}
