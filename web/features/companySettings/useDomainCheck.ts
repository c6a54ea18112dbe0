import { companySettingsApi } from "#contract/companySettings.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useCacheSettings } from "./useCacheSettings.ts";

/**
 * Returns a function that checks the custom domain's DNS record and updates the cached settings.
 */
export function useDomainCheck(companyId: number): { check: () => void; isChecking: boolean } {
  const { mutate, isPending } = useApiMutation(companySettingsApi.checkDomain, {
    errorFallback: "Failed to check the domain",
    onSuccess: useCacheSettings(companyId),
  });
  return { check: () => mutate({ params: { companyId } }), isChecking: isPending };
}
