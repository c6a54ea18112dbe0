import { CompanySettingsLoader } from "#web/companySettings/CompanySettingsLoader.tsx";
import { DomainScreen } from "#web/companySettings/DomainScreen.tsx";
import { DomainSkeleton } from "#web/companySettings/DomainSkeleton.tsx";
import { preloadSettings } from "#web/companySettings/preloadSettings.ts";
import { CompanySettingsLayout } from "#web/layout/CompanySettingsLayout.tsx";

/** /company/settings/domain (SPEC section 2, company settings area). */
export function Component() {
  return (
    <CompanySettingsLayout title="Domain Settings">
      <CompanySettingsLoader skeleton={<DomainSkeleton />}>
        {(settings) => <DomainScreen settings={settings} />}
      </CompanySettingsLoader>
    </CompanySettingsLayout>
  );
}

export { preloadSettings as preloads };
