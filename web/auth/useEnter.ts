import { leaveForGood } from "#web/navigation/leaveForGood.ts";
import { useSearchParams } from "#web/navigation/NavigationContext.tsx";
import { safeReturnPath } from "./safeReturnPath.ts";

/**
 * Goes on after sign-in: to the page in `from`, else to /roadmap. As a new document, because everything the signed-in user
 * sees, colours included, may differ.
 */
export function useEnter(): () => void {
  const [search] = useSearchParams();
  return () => leaveForGood(safeReturnPath(search.get("from")));
}
