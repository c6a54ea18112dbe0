import { useLocation, useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { useHydrated } from "#web/ui/useHydrated.ts";
import type { BackTarget } from "./backTarget.ts";
import { backTarget } from "./backTarget.ts";

/**
 * The server's render knows neither its origin nor the previous page; paths are judged the same
 * against any origin.
 */
const ANY_ORIGIN = "http://portal.invalid";

/**
 * Where the way back from the detail page leads. The previous page counts only once the page is
 * hydrated.
 */
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
