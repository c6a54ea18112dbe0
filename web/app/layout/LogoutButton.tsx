import { Button } from "#web/ui/Button.tsx";
import { useLogout } from "./useLogout.ts";

/** The logout button of screens that the user must complete before using any other screen. */
export function LogoutButton() {
  const { logout, isPending } = useLogout();
  return (
    <Button variant="secondary" pending={isPending} pendingLabel="Logging out..." onClick={logout}>
      Log out
    </Button>
  );
}
