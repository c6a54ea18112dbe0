import { DEFAULT_BRANDING } from "#contract/branding.ts";
import type { CompanySettings } from "#contract/companySettings.ts";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { BrandingForm, BrandingSkeleton } from "#web/features/branding/BrandingForm.tsx";
import { useBrandingUpdate } from "#web/features/branding/useBrandingUpdate.ts";
import { COMPANY_COLORS } from "#web/features/branding/useColors.ts";
import {
  CompanySettingsLoader,
  preloadSettings,
} from "#web/features/companies/CompanySettingsLoader.tsx";
import { BrandPreview } from "#web/features/theme/BrandPreview.tsx";

/**
 * The page /company/settings/brand with the company's six colours (docs/specification.md "Company
 * settings area").
 */
export function Component() {
  return (
    <CompanySettingsLayout title="Brand Settings">
      <CompanySettingsLoader skeleton={<BrandingSkeleton />}>
        {(settings) => <CompanyBranding settings={settings} />}
      </CompanySettingsLoader>
    </CompanySettingsLayout>
  );
}

export { preloadSettings as preloads };

function CompanyBranding({
  settings: { id, name, brandingSettings },
}: {
  settings: CompanySettings;
}) {
  const update = useBrandingUpdate(
    "PATCH /api/company/:companyId/branding",
    "Brand settings updated successfully",
  );
  return (
    <BrandingForm
      fields={COMPANY_COLORS}
      saved={brandingSettings}
      defaults={DEFAULT_BRANDING}
      renderPreview={(colors) => <BrandPreview colors={colors} name={name} />}
      isSaving={update.isPending || update.isSuccess}
      onSave={(colors) =>
        update.mutate({ params: { companyId: id }, body: { brandingSettings: colors } })
      }
    />
  );
}
