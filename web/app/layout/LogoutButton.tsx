import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { useLeave } from "#web/app/navigation/NavigationContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { forgetDrafts } from "#web/ui/drafts.ts";
import { forgetUnsavedChanges } from "#web/ui/unsavedChanges.ts";

/**
 * A logout button in a page's content, for users who cannot or do not want to continue on the page
 * with this account.
 */
export function LogoutButton() {
  const { logout, isPending } = useLogout();
  return (
    <Button variant="secondary" pending={isPending} pendingLabel="Logging out..." onClick={logout}>
      Log out
    </Button>
  );
}

/**
 * Logs out, clears drafts and caches, and reloads the page (docs/specification.md "4. States and
 * transitions"). If there are unsaved changes, asks for confirmation first. If the user has come in by
 * the company's provider, opens its logout in place of the page. `isPending` stays true until the
 * reload.
 */
export function useLogout(): { logout: () => void; isPending: boolean } {
  const client = useQueryClient();
  const leave = useLeave();
  const { company } = usePortal();
  const providerLogout = useRef<string>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, isSuccess } = useApiMutation("POST /api/logout", {
    errorTitle: "Logout failed",
    errorFallback: "Logout failed",
    onSuccess: () => {
      // The cache is cleared only when the page unloads, because rendered components need their
      // cached data until then.
      window.addEventListener("pagehide", () => client.clear(), { once: true });
      // Unsaved changes cannot be saved without a session, and the next user must not see them.
      forgetUnsavedChanges();
      forgetDrafts();
      if (providerLogout.current === null) window.location.reload();
      else window.location.assign(providerLogout.current);
    },
  });
  const logOut = async () => {
    setIsAsking(true);
    // Asked before the session ends. A failure must not prevent the logout.
    const found = company
      ? await client
          .query({ ...apiQuery("/api/company/sign-on/sign-out"), staleTime: 0 })
          .catch(() => null)
      : null;
    providerLogout.current = found?.url ?? null;
    mutate();
    setIsAsking(false);
  };
  return {
    logout: () => leave(() => void logOut()),
    isPending: isAsking || isPending || isSuccess,
  };
}
