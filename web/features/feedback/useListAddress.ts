import { useLocation } from "#web/app/navigation/NavigationContext.tsx";

/** Path and query of the current list without `submit`, for the back link. */
export function useListAddress(): string {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.delete("submit");
  return params.size > 0 ? `${pathname}?${params.toString()}` : pathname;
}
