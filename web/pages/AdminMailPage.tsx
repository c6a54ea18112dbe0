import { MailLog, readMailFilters } from "#web/features/mailLog/MailLog.tsx";
import { deliveriesQuery, suppressionsQuery } from "#web/features/mailLog/mailQueries.ts";
import { AdminConsoleLayout } from "#web/app/layout/AdminConsoleLayout.tsx";
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
    client.infiniteQuery(deliveriesQuery(null, readMailFilters(search))),
    client.infiniteQuery(suppressionsQuery(null)),
  ]);
}
