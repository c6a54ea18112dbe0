import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { toastAfterReload } from "#web/ui/toast.ts";

/**
 * Returns whether a member is the signed-in user, and a function to call after the user's own role
 * has changed. The server has then ended the user's sessions, so the function opens the login page.
 */
export function useOwnMembership(memberId: number) {
  const isOwn = useCurrentUser()?.id === memberId;
  const afterChange = (title: string) => {
    toastAfterReload({ title });
    openNewDocument("/login");
  };
  return { isOwn, afterChange };
}
