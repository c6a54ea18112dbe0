import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { toastAfterReload } from "#web/ui/toast.ts";

/**
 * Whether a member is the signed-in user, and what to do after the user's own role has changed: the
 * server has ended the user's sessions, so the login page opens.
 */
export function useOwnMembership(memberId: number) {
  const isOwn = useCurrentUser()?.id === memberId;
  const afterChange = (title: string) => {
    toastAfterReload({ title });
    openNewDocument("/login");
  };
  return { isOwn, afterChange };
}
