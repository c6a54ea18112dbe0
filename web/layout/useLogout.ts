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
      client.clear();
      window.location.reload();
    },
  });
  return { logout: () => mutate(), isPending: isPending || isSuccess };
}
