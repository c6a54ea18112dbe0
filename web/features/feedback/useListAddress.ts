import { useLocation } from "#web/app/navigation/NavigationContext.tsx";

/**
 * Path and query of the list one is on, to come back to; coming back does not open the submit
 * dialog.
 */
export function useListAddress(): string {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.delete("submit");
  return params.size > 0 ? `${pathname}?${params.toString()}` : pathname;
}
