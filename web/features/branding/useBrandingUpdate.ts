import type { Endpoint } from "#contract/endpoint.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { reloadWithToast } from "#web/ui/reloadWithToast.ts";
import { toast } from "#web/ui/toast.ts";
import { brandingErrorText } from "./brandingErrorText.ts";

/**
 * Saves colours and then reloads the page, because the colours affect the whole page. If the user
 * has left the form, only a toast is displayed. `success` is the title of the toast. An error toast
 * displays the text of `brandingErrorText`.
 */
export function useBrandingUpdate<E extends Endpoint>(endpoint: E, success: string) {
  return useApiMutation(endpoint, {
    errorFallback: brandingErrorText,
    onSuccessMounted: () => reloadWithToast({ title: success }),
    onSuccessUnmounted: () => toast({ title: success }),
  });
}
