import { AdminConsoleLayout } from "#web/app/layout/AdminConsoleLayout.tsx";
import { readTableFilters } from "#web/app/navigation/useTableFilters.ts";
import { deliveriesQuery, MAIL_FILTERS, MailLog } from "#web/features/mailLog/MailLog.tsx";
import { suppressionsQuery } from "#web/features/mailLog/SuppressedAddresses.tsx";
import type { PageContext } from "./pageModule.ts";

/**
 * The page /admin/mail, which lists all suppressed e-mail addresses and the mails of all companies.
 */
export function Component() {
  return (
    <AdminConsoleLayout title="Mail">
      <MailLog scope={null} />
    </AdminConsoleLayout>
  );
}

/** Preloads the first pages of the filtered mails and of the suppressed e-mail addresses. */
export async function preloads({ client, search }: PageContext): Promise<void> {
  await Promise.allSettled([
    client.infiniteQuery(deliveriesQuery(null, readTableFilters(search, MAIL_FILTERS))),
    client.infiniteQuery(suppressionsQuery(null)),
  ]);
}
