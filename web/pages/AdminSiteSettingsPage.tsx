import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import type { ShownSiteSettings } from "#contract/siteSettings.ts";
import { invalidateAffected } from "#web/app/api/affectedQueries.ts";
import { addressOf } from "#web/app/api/callOverHttp.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { AdminConsoleLayout } from "#web/app/layout/AdminConsoleLayout.tsx";
import { ProductLogo } from "#web/app/layout/Logo.tsx";
import { LogoSkeleton } from "#web/features/logoUpload/LogoForm.tsx";
import { LogoForms } from "#web/features/logoUpload/LogoForms.tsx";
import {
  signInProvidersQuery,
  siteSettingsQuery,
  SiteSettingsLoader,
} from "#web/features/siteSettings/SiteSettingsLoader.tsx";
import {
  GeneralSettingsForm,
  SiteSettingsSkeleton,
} from "#web/features/siteSettings/GeneralSettingsForm.tsx";
import { SignInProvidersCard } from "#web/features/siteSettings/SignInProvidersCard.tsx";
import { toast } from "#web/ui/toast.ts";

/**
 * The page /admin/site-settings with the installation's logo, name, switches and upload limit
 * (docs/specification.md "/admin/site-settings"), and its sign-in providers.
 */
export function Component() {
  return (
    <AdminConsoleLayout title="Site Settings">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2 xl:items-start">
        <SiteSettingsLoader skeleton={<LoadingCards />}>
          {(settings) => (
            <>
              <div className="flex flex-col gap-6">
                <SiteLogos settings={settings} />
                <SignInProvidersCard />
              </div>
              <GeneralSettingsForm settings={settings} />
            </>
          )}
        </SiteSettingsLoader>
      </div>
    </AdminConsoleLayout>
  );
}

/** Never rejects: the screen displays the errors. */
export async function preloads({ client }: { client: QueryClient }): Promise<void> {
  await Promise.allSettled([client.query(siteSettingsQuery), client.query(signInProvidersQuery)]);
}

function LoadingCards() {
  return (
    <>
      <LogoSkeleton />
      <SiteSettingsSkeleton />
    </>
  );
}

function SiteLogos({
  settings: { siteName, logoUrl, darkLogoUrl },
}: {
  settings: ShownSiteSettings;
}) {
  return (
    <div className="flex flex-col gap-6">
      <LogoForms
        title="Site logo"
        name={siteName}
        logoUrl={logoUrl}
        darkLogoUrl={darkLogoUrl}
        defaultLogo={<ProductLogo name={siteName} />}
        calls={useLogoCalls(undefined)}
        darkCalls={useLogoCalls("dark")}
      />
    </div>
  );
}

/** Returns the calls that upload and remove the logo, or the logo for dark pages. */
function useLogoCalls(mode: "dark" | undefined) {
  const client = useQueryClient();
  const remove = useApiMutation("DELETE /api/admin/logo", {
    changes: "site",
    success: "Site logo removed",
    errorFallback: "Failed to remove the site logo",
  });
  const input = { query: { mode } };
  return {
    uploadTo: {
      path: addressOf("/api/admin/logo", input),
      errorFallback: "Failed to update site logo",
      onUploaded: (finish: () => void) => {
        toast({ title: "Site logo updated successfully" });
        // The form is reset after the refetch, so that the preview does not show the old logo in
        // between.
        void invalidateAffected(client, "site").finally(finish);
      },
    },
    removal: { isPending: remove.isPending, remove: () => remove.mutate(input) },
  };
}
