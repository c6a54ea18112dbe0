import { useQueryClient } from "@tanstack/react-query";
import { authApi } from "#contract/auth.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useLeave } from "#web/app/navigation/NavigationContext.tsx";
import { forgetDrafts } from "#web/ui/drafts.ts";
import { forgetUnsavedChanges } from "#web/ui/unsavedChanges.ts";

/** Signs out, once agreed if something is not saved, empties the caches and reloads the page (SPEC section 4). `isPending` lasts until the page is gone. */
export function useLogout(): { logout: () => void; isPending: boolean } {
  const client = useQueryClient();
  const leave = useLeave();
  const { mutate, isPending, isSuccess } = useApiMutation(authApi.logout, {
    errorTitle: "Logout failed",
    errorFallback: "Logout failed",
    onSuccess: () => {
      // Not before the page goes: what is drawn until then cannot do without what is cached.
      window.addEventListener("pagehide", () => client.clear(), { once: true });
      // Without a session it cannot be saved any more, and is not for whoever comes next.
      forgetUnsavedChanges();
      forgetDrafts();
      window.location.reload();
    },
  });
  return { logout: () => leave(mutate), isPending: isPending || isSuccess };
}
