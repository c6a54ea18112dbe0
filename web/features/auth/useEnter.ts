import { useQueryClient } from "@tanstack/react-query";
import { openNewDocument } from "#web/app/navigation/openNewDocument.ts";
import { useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { safeReturnPath } from "./safeReturnPath.ts";

/**
 * What follows on sign-in, for `useApiMutation`: on to the page in `from`, else to /roadmap. As a new document, because everything the
 * signed-in user sees, colours included, may differ. Who has gone elsewhere meanwhile stays there: what is shown is fetched anew for the user.
 */
export function useEnter(): { onSuccessMounted: () => void; onSuccessUnmounted: () => void } {
  const client = useQueryClient();
  const [search] = useSearchParams();
  return {
    onSuccessMounted: () => openNewDocument(safeReturnPath(search.get("from"))),
    onSuccessUnmounted: () => void client.invalidateQueries(),
  };
}
