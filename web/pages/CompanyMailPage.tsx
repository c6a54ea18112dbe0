import { managedCompanyId } from "#web/app/api/SessionContext.tsx";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { ManagedCompany } from "#web/app/layout/ManagedCompany.tsx";
import { readTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { deliveriesQuery, MAIL_FILTERS, MailLog } from "#web/features/mailLog/MailLog.tsx";
import { suppressionsQuery } from "#web/features/mailLog/SuppressedAddresses.tsx";
import type { PageContext } from "./pageModule.ts";

/**
 * The page /company/mail, which shows admins their company's mails and suppressed e-mail addresses.
 */
export function Component() {
  return (
    <CompanySettingsLayout title="Mail">
      <ManagedCompany>{(companyId) => <MailLog scope={companyId} />}</ManagedCompany>
    </CompanySettingsLayout>
  );
}

/** Preloads the first pages of the filtered mails and of the suppressed e-mail addresses. */
export async function preloads({ client, portal, user, search }: PageContext): Promise<void> {
  const companyId = managedCompanyId(portal, user);
  if (companyId === null) return;
  await Promise.allSettled([
    client.infiniteQuery(deliveriesQuery(companyId, readTableFilters(search, MAIL_FILTERS))),
    client.infiniteQuery(suppressionsQuery(companyId)),
  ]);
}
