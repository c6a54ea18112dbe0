import type { Endpoint } from "#contract/endpoint.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { reloadWithToast } from "#web/ui/reloadWithToast.ts";
import { toast } from "#web/ui/toast.ts";
import { brandingErrorText } from "./brandingErrorText.ts";

/**
 * Saves colours with the error text of `brandingErrorText`. Then the page is reloaded, because the
 * colours affect all of it. If the user has left the form, there is only a toast. `success` is the
 * toast's title.
 */
export function useBrandingUpdate<E extends Endpoint>(endpoint: E, success: string) {
  return useApiMutation(endpoint, {
    errorFallback: brandingErrorText,
    onSuccessMounted: () => reloadWithToast({ title: success }),
    onSuccessUnmounted: () => toast({ title: success }),
  });
}
