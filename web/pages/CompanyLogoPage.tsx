import { CompanySettingsLoader } from "#web/companySettings/CompanySettingsLoader.tsx";
import { LogoForm } from "#web/companySettings/LogoForm.tsx";
import { LogoSkeleton } from "#web/companySettings/LogoSkeleton.tsx";
import { preloadSettings } from "#web/companySettings/preloadSettings.ts";
import { CompanySettingsLayout } from "#web/layout/CompanySettingsLayout.tsx";
import { ProductLogo } from "#web/layout/ProductLogo.tsx";

/** /company/settings/logo (SPEC section 2, company settings area). */
export function Component() {
  return (
    <CompanySettingsLayout title="Logo Management">
      <CompanySettingsLoader skeleton={<LogoSkeleton />}>
        {(settings) => <LogoForm settings={settings} defaultLogo={<ProductLogo name={settings.name} />} />}
      </CompanySettingsLoader>
    </CompanySettingsLayout>
  );
}

export { preloadSettings as preloads };
