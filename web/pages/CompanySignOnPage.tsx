import { managedCompanyId } from "#web/app/api/SessionContext.tsx";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { ManagedCompany } from "#web/app/layout/ManagedCompany.tsx";
import { ProviderSection } from "#web/features/signOn/ProviderSection.tsx";
import {
  applicationQuery,
  SignedTokensSection,
} from "#web/features/signOn/SignedTokensSection.tsx";
import { signOnQuery } from "#web/features/signOn/signOnQuery.ts";
import type { PageContext } from "./pageModule.ts";

/** The page /company/settings/sign-on, where admins set how the company's people come in. */
export function Component() {
  return (
    <CompanySettingsLayout title="Sign-on">
      <ManagedCompany>
        {() => (
          <div className="flex flex-col gap-10">
            <ProviderSection />
            <SignedTokensSection />
          </div>
        )}
      </ManagedCompany>
    </CompanySettingsLayout>
  );
}

/** Preloads the settings of the company's provider and of signed tokens. */
export async function preloads({ client, portal, user }: PageContext): Promise<void> {
  if (managedCompanyId(portal, user) === null) return;
  await Promise.allSettled([client.query(signOnQuery()), client.query(applicationQuery())]);
}
