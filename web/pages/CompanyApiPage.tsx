import { managedCompanyId } from "#web/app/api/SessionContext.tsx";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { ManagedCompany } from "#web/app/layout/ManagedCompany.tsx";
import { ApiKeysSection, apiKeysQuery } from "#web/features/apiKeys/ApiKeysSection.tsx";
import { webhooksQuery, WebhooksSection } from "#web/features/webhooks/WebhooksSection.tsx";
import type { PageContext } from "./pageModule.ts";

/** The page /company/api, where admins connect other programs with their company. */
export function Component() {
  return (
    <CompanySettingsLayout title="API and webhooks">
      <ManagedCompany>
        {() => (
          <div className="flex flex-col gap-10">
            <ApiKeysSection />
            <WebhooksSection />
          </div>
        )}
      </ManagedCompany>
    </CompanySettingsLayout>
  );
}

/** Preloads the API keys and the webhooks. */
export async function preloads({ client, portal, user }: PageContext): Promise<void> {
  if (managedCompanyId(portal, user) === null) return;
  await Promise.allSettled([client.query(apiKeysQuery()), client.query(webhooksQuery())]);
}
