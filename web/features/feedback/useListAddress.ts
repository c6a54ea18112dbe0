import { useLocation } from "#web/app/navigation/NavigationContext.tsx";
import { PENDING_VOTE } from "./useLoginToVote.ts";

/**
 * Returns path and query of the current list without the parameters `submit` and `vote`, for links
 * back to the list.
 */
export function useListAddress(): string {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.delete("submit");
  params.delete(PENDING_VOTE);
  return params.size > 0 ? `${pathname}?${params.toString()}` : pathname;
}
