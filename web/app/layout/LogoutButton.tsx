import { Button } from "#web/ui/Button.tsx";
import { useLogout } from "./useLogout.ts";

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
