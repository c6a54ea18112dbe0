import { useQueryClient } from "@tanstack/react-query";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { safeReturnPath } from "./safeReturnPath.ts";

/**
 * `useApiMutation` options for a sign-in: opens the page in `from`, else /roadmap, as a new
 * document, because everything, colours included, may differ for the user. A user who has left the
 * form stays where they are, and all queries are refetched.
 */
export function useAfterSignIn(): { onSuccessMounted: () => void; onSuccessUnmounted: () => void } {
  const client = useQueryClient();
  const [search] = useSearchParams();
  return {
    onSuccessMounted: () => openNewDocument(safeReturnPath(search.get("from"))),
    onSuccessUnmounted: () => void client.invalidateQueries(),
  };
}
