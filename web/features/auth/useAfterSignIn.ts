import { useQueryClient } from "@tanstack/react-query";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { safeReturnPath } from "./safeReturnPath.ts";

/**
 * Returns the `useApiMutation` options for a sign-in. The page in `from`, or /roadmap by default,
 * is opened as a new document, because every part of the page may differ for the signed-in user. If
 * the user has left the form before the response arrives, the current page stays open and all
 * queries are refetched.
 */
export function useAfterSignIn(): { onSuccessMounted: () => void; onSuccessUnmounted: () => void } {
  const client = useQueryClient();
  const [search] = useSearchParams();
  return {
    onSuccessMounted: () => openNewDocument(safeReturnPath(search.get("from"))),
    onSuccessUnmounted: () => void client.invalidateQueries(),
  };
}
