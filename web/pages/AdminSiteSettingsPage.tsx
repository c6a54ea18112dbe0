import { useQueryClient } from "@tanstack/react-query";
import type { ShownSiteSettings } from "#contract/siteSettings.ts";
import { invalidateAffected } from "#web/app/api/affectedQueries.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { AdminConsoleLayout } from "#web/app/layout/AdminConsoleLayout.tsx";
import { ProductLogo } from "#web/app/layout/Logo.tsx";
import { LogoForm, LogoSkeleton } from "#web/features/logoUpload/LogoForm.tsx";
import {
  preloadSiteSettings,
  SiteSettingsLoader,
} from "#web/features/siteSettings/SiteSettingsLoader.tsx";
import {
  GeneralSettingsForm,
  SiteSettingsSkeleton,
} from "#web/features/siteSettings/GeneralSettingsForm.tsx";
import { toast } from "#web/ui/toast.ts";

/**
 * The page /admin/site-settings with the installation's logo, name, switches and upload limit
 * (docs/specification.md "/admin/site-settings").
 */
export function Component() {
  return (
    <AdminConsoleLayout title="Site Settings">
      <div className="flex flex-col gap-6">
        <SiteSettingsLoader skeleton={<LoadingCards />}>
          {(settings) => (
            <>
              <SiteLogo settings={settings} />
              <GeneralSettingsForm settings={settings} />
            </>
          )}
        </SiteSettingsLoader>
      </div>
    </AdminConsoleLayout>
  );
}

export { preloadSiteSettings as preloads };

function LoadingCards() {
  return (
    <>
      <LogoSkeleton />
      <SiteSettingsSkeleton />
    </>
  );
}

function SiteLogo({ settings: { siteName, logoUrl } }: { settings: ShownSiteSettings }) {
  const client = useQueryClient();
  const remove = useApiMutation("DELETE /api/admin/logo", {
    changes: "site",
    success: "Site logo removed",
    errorFallback: "Failed to remove the site logo",
  });
  return (
    <LogoForm
      title="Site logo"
      name={siteName}
      logoUrl={logoUrl}
      onDark={{ logoUrl: null, advice: "Choose a lighter version." }}
      defaultLogo={<ProductLogo name={siteName} />}
      uploadTo={{
        path: "/api/admin/logo",
        errorFallback: "Failed to update site logo",
        onUploaded: (finish) => {
          toast({ title: "Site logo updated successfully" });
          // The form is reset after the refetch, so that the preview does not show the old logo in
          // between.
          void invalidateAffected(client, "site").finally(finish);
        },
      }}
      removal={{ isPending: remove.isPending, remove: () => remove.mutate() }}
    />
  );
}
