import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import {
  CompanySettingsLoader,
  preloadSettings,
} from "#web/features/companies/CompanySettingsLoader.tsx";
import { DomainScreen, DomainSkeleton } from "#web/features/companies/DomainScreen.tsx";

/** The page /company/settings/domain (docs/specification.md "Company settings area"). */
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
