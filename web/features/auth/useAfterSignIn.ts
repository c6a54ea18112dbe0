import { useQueryClient } from "@tanstack/react-query";
import type { User } from "#contract/users.ts";
import { usePortal } from "#web/app/api/SessionContext.tsx";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { safeReturnPath } from "#contract/safeReturnPath.ts";
import { homePath } from "./signInPaths.ts";

interface AfterSignIn {
  readonly onSuccessMounted: (user: User) => void;
  readonly onSuccessUnmounted: () => void;
}

/**
 * Returns the `useApiMutation` options for a sign-in. Calls `onSignedIn`; without it, opens the page
 * in the query parameter `from`, or by default the user's `homePath`. The page is opened as a new document, because every part of
 * the page can differ for the signed-in user. If the user has left the form before the response
 * arrives, the current page stays open and all queries are refetched.
 */
export function useAfterSignIn(onSignedIn?: (user: User) => void): AfterSignIn {
  const client = useQueryClient();
  const portal = usePortal();
  const [search] = useSearchParams();
  return {
    onSuccessMounted:
      onSignedIn ??
      ((user) => openNewDocument(safeReturnPath(search.get("from"), homePath(portal, user)))),
    onSuccessUnmounted: () => void client.invalidateQueries(),
  };
}
