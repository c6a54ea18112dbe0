import type { CallName } from "#contract/api.ts";
import type { ApiError } from "#contract/errors.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { reloadWithToast } from "#web/ui/reloadWithToast.ts";
import { toast } from "#web/ui/toast.ts";

/**
 * Saves colours and then reloads the page, because the colours affect the whole page. If the user
 * has left the form, only a toast is displayed. `success` is the title of the toast. An error toast
 * displays the text of `brandingErrorText`.
 */
export function useBrandingUpdate<E extends CallName>(endpoint: E, success: string) {
  return useApiMutation(endpoint, {
    errorFallback: brandingErrorText,
    onSuccessMounted: () => reloadWithToast({ title: success }),
    onSuccessUnmounted: () => toast({ title: success }),
  });
}

/** Maximum number of characters shown in the toast if the response is an error page of a proxy. */
const LONGEST = 300;

/**
 * Returns the error text for a failed branding update, or for one that was answered with something
 * else than JSON (docs/specification.md "8. Error catalogue").
 */
export function brandingErrorText(error: ApiError): string {
  const { status, bodyText } = error.toJSON();
  if (isJson(bodyText)) return error.serverMessage ?? "Failed to update branding settings";
  return `Server error: ${String(status)} - ${bodyText.slice(0, LONGEST)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
