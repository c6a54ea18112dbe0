import { Button } from "#web/ui/Button.tsx";
import { useLogout } from "./useLogout.ts";

/** The way out of a screen that has to be finished before anything else is open. */
export function LogoutButton() {
  const { logout, isPending } = useLogout();
  return (
    <Button variant="secondary" pending={isPending} pendingLabel="Logging out..." onClick={logout}>
      Log out
    </Button>
  );
}
