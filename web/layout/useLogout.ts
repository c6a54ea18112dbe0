import { useQueryClient } from "@tanstack/react-query";
import { authApi } from "#contract/auth.ts";
import { useApiMutation } from "#web/api/useApiMutation.ts";

/** Signs out, empties the caches and reloads the page (SPEC section 4). `isPending` lasts until the page is gone. */
export function useLogout(): { logout: () => void; isPending: boolean } {
  const client = useQueryClient();
  const { mutate, isPending, isSuccess } = useApiMutation(authApi.logout, {
    errorTitle: "Logout failed",
    errorFallback: "Logout failed",
    onSuccess: () => {
      // Not before the page goes: what is drawn until then cannot do without what is cached.
      window.addEventListener("pagehide", () => client.clear(), { once: true });
      window.location.reload();
    },
  });
  return { logout: () => mutate(), isPending: isPending || isSuccess };
}
