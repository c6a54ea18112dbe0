import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { toastAfterReload } from "#web/ui/toast.ts";

/**
 * Returns whether a member is the signed-in user, and a function to call after users have changed
 * their own role or left the company. The function opens the login page, because the server has
 * ended the user's sessions.
 */
export function useOwnMembership(memberId: number) {
  const isOwn = useCurrentUser()?.id === memberId;
  const afterChange = (title: string) => {
    toastAfterReload({ title });
    openNewDocument("/login");
  };
  return { isOwn, afterChange };
}
