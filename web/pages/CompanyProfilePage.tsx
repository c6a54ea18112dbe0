import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import {
  CompanySettingsLoader,
  preloadSettings,
} from "#web/features/companies/CompanySettingsLoader.tsx";
import { ProfileForm, ProfileSkeleton } from "#web/features/companies/ProfileForm.tsx";

/**
 * The page /company/settings with the company's profile (docs/specification.md "Company settings
 * area").
 */
export function Component() {
  return (
    <CompanySettingsLayout title="Company Profile">
      <CompanySettingsLoader skeleton={<ProfileSkeleton />}>
        {(settings) => <ProfileForm settings={settings} />}
      </CompanySettingsLoader>
    </CompanySettingsLayout>
  );
}

export { preloadSettings as preloads };
