import type { CompanySettings } from "#contract/companySettings.ts";
import { addressOf } from "#web/app/api/callOverHttp.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { ProductLogo } from "#web/app/layout/Logo.tsx";
import {
  CompanySettingsLoader,
  preloadSettings,
} from "#web/features/companies/CompanySettingsLoader.tsx";
import { LogoSkeleton } from "#web/features/logoUpload/LogoForm.tsx";
import { LogoForms } from "#web/features/logoUpload/LogoForms.tsx";
import { reloadWithToast } from "#web/ui/reloadWithToast.ts";
import { toast } from "#web/ui/toast.ts";

/** The page /company/settings/logo (docs/specification.md "Company settings area"). */
export function Component() {
  return (
    <CompanySettingsLayout title="Logo Management">
      <CompanySettingsLoader skeleton={<LogoSkeleton />}>
        {(settings) => <CompanyLogo settings={settings} />}
      </CompanySettingsLoader>
    </CompanySettingsLayout>
  );
}

export { preloadSettings as preloads };

function CompanyLogo({ settings }: { settings: CompanySettings }) {
  const { name, logoUrl, darkLogoUrl } = settings;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:items-start xl:has-[>:nth-child(2)]:grid-cols-2">
      <LogoForms
        title="Logo Management"
        name={name}
        logoUrl={logoUrl}
        darkLogoUrl={darkLogoUrl}
        defaultLogo={<ProductLogo name={name} />}
        calls={useLogoCalls(settings, undefined)}
        darkCalls={useLogoCalls(settings, "dark")}
      />
    </div>
  );
}

/** Returns the calls that upload and remove the logo, or the logo for dark pages. */
function useLogoCalls({ id: companyId }: CompanySettings, mode: "dark" | undefined) {
  const remove = useApiMutation("DELETE /api/company/:companyId/logo", {
    errorFallback: "Failed to remove the logo",
    onSuccessMounted: () => reloadWithToast({ title: "Company logo removed" }),
    onSuccessUnmounted: () => toast({ title: "Company logo removed" }),
  });
  const input = { params: { companyId }, query: { mode } };
  return {
    uploadTo: {
      path: addressOf("/api/company/:companyId/logo", input),
      errorFallback: "Upload failed",
      onUploaded: () => reloadWithToast({ title: "Company logo updated successfully" }),
    },
    removal: {
      isPending: remove.isPending || remove.isSuccess,
      remove: () => remove.mutate(input),
    },
  };
}
