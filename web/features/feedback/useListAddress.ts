import { useLocation } from "#web/app/navigation/NavigationContext.tsx";

/**
 * Returns path and query of the current list without the parameter `submit`, for links back to the
 * list.
 */
export function useListAddress(): string {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.delete("submit");
  return params.size > 0 ? `${pathname}?${params.toString()}` : pathname;
}
