import type { Endpoint } from "#contract/endpoint.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { reloadWithToast } from "#web/ui/reloadWithToast.ts";
import { toast } from "#web/ui/toast.ts";
import { brandingErrorText } from "./brandingErrorText.ts";

/**
 * Saves colours through one endpoint, with the error toast of docs/specification.md "8. Error
 * catalogue". Then the page is loaded anew, as they are in all of it; elsewhere by then, one sees
 * them with the next document. `success` is the toast's title.
 */
export function useBrandingUpdate<E extends Endpoint>(endpoint: E, success: string) {
  return useApiMutation(endpoint, {
    errorFallback: brandingErrorText,
    onSuccessMounted: () => reloadWithToast({ title: success }),
    onSuccessUnmounted: () => toast({ title: success }),
  });
}
