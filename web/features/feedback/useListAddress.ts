import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { PENDING_VOTE } from "./useLoginRedirect.ts";

/**
 * Returns the path and query of the current list, for links back to the list. Omits the parameters
 * `submit` and `vote`, because these links must neither open the submit dialog nor cast a vote.
 */
export function useListAddress(): string {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.delete("submit");
  params.delete(PENDING_VOTE);
  return params.size > 0 ? `${pathname}?${params.toString()}` : pathname;
}
