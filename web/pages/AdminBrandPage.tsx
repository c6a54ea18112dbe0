import { DEFAULT_BRANDING } from "#contract/branding.ts";
import type { ShownSiteSettings } from "#contract/siteSettings.ts";
import { AdminConsoleLayout } from "#web/app/layout/AdminConsoleLayout.tsx";
import { BrandingForm, BrandingSkeleton } from "#web/features/branding/BrandingForm.tsx";
import { useBrandingUpdate } from "#web/features/branding/useBrandingUpdate.ts";
import { SITE_COLORS } from "#web/features/branding/useColors.ts";
import {
  preloadSiteSettings,
  SiteSettingsLoader,
} from "#web/features/siteSettings/SiteSettingsLoader.tsx";
import { AuthPreview, BrandPreview } from "#web/features/theme/BrandPreview.tsx";

/**
 * The page /admin/brand-settings with the installation's seven colours (docs/specification.md
 * "/admin/brand-settings").
 */
export function Component() {
  return (
    <AdminConsoleLayout title="Brand Settings">
      <SiteSettingsLoader skeleton={<BrandingSkeleton />}>
        {(settings) => <SiteBranding settings={settings} />}
      </SiteSettingsLoader>
    </AdminConsoleLayout>
  );
}

export { preloadSiteSettings as preloads };

function SiteBranding({
  settings: { siteName, brandingSettings },
}: {
  settings: ShownSiteSettings;
}) {
  const update = useBrandingUpdate(
    "PATCH /api/admin/site-settings/branding",
    "Global brand settings updated successfully",
  );
  return (
    <BrandingForm
      fields={SITE_COLORS}
      saved={brandingSettings}
      defaults={DEFAULT_BRANDING}
      renderPreview={(colors) => (
        <>
          <BrandPreview colors={colors} name={siteName} />
          <AuthPreview colors={colors} />
        </>
      )}
      isSaving={update.isPending || update.isSuccess}
      onSave={(colors) => update.mutate({ body: { brandingSettings: colors } })}
    />
  );
}
