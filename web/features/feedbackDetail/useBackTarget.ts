import { useLocation, useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { useHydrated } from "#web/ui/useHydrated.ts";
import type { BackTarget } from "./backTarget.ts";
import { backTarget } from "./backTarget.ts";

/**
 * The origin for the server's render, which knows neither the origin nor the previous page. Any
 * origin gives the same path.
 */
const ANY_ORIGIN = "http://portal.invalid";

/** Returns the target of the back link. The previous page is considered only after hydration. */
export function useBackTarget(): BackTarget {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const isHydrated = useHydrated();
  return backTarget({
    from: search.get("from"),
    referrer: isHydrated ? document.referrer : "",
    here: (isHydrated ? window.location.origin : ANY_ORIGIN) + pathname,
  });
}
