import { Button } from "#web/ui/Button.tsx";
import { useLogout } from "./useLogout.ts";

/** Logs out, on screens that must be completed before the user may do anything else. */
export function LogoutButton() {
  const { logout, isPending } = useLogout();
  return (
    <Button variant="secondary" pending={isPending} pendingLabel="Logging out..." onClick={logout}>
      Log out
    </Button>
  );
}
