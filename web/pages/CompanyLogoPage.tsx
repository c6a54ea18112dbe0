import type { CompanySettings } from "#contract/companySettings.ts";
import { addressOf } from "#web/app/api/callOverHttp.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { CompanySettingsLayout } from "#web/app/layout/CompanySettingsLayout.tsx";
import { ProductLogo } from "#web/app/layout/Logo.tsx";
import {
  CompanySettingsLoader,
  preloadSettings,
} from "#web/features/companies/CompanySettingsLoader.tsx";
import { LogoForm, LogoSkeleton } from "#web/features/logoUpload/LogoForm.tsx";
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

function CompanyLogo({ settings: { id, name, logoUrl } }: { settings: CompanySettings }) {
  const remove = useApiMutation("DELETE /api/company/:companyId/logo", {
    errorFallback: "Failed to remove the logo",
    onSuccessMounted: () => reloadWithToast({ title: "Company logo removed" }),
    onSuccessUnmounted: () => toast({ title: "Company logo removed" }),
  });
  return (
    <LogoForm
      title="Logo Management"
      name={name}
      logoUrl={logoUrl}
      defaultLogo={<ProductLogo name={name} />}
      uploadTo={{
        path: addressOf("/api/company/:companyId/logo", { params: { companyId: id } }),
        errorFallback: "Upload failed",
        onUploaded: () => reloadWithToast({ title: "Company logo updated successfully" }),
      }}
      removal={{
        isPending: remove.isPending || remove.isSuccess,
        remove: () => remove.mutate({ params: { companyId: id } }),
      }}
    />
  );
}
