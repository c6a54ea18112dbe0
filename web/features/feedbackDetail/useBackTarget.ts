import { useLocation, useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { useHydrated } from "#web/ui/useHydrated.ts";
import type { BackTarget } from "./backTarget.ts";
import { backTarget } from "./backTarget.ts";

/**
 * Placeholder for the server's render, which knows neither origin nor previous page. Paths parse
 * alike with any origin.
 */
const ANY_ORIGIN = "http://portal.invalid";

/** The back link's target. The previous page is used only after hydration. */
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
