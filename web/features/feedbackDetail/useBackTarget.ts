import { useLocation, useSearchParams } from "#web/app/navigation/NavigationContext.tsx";
import { useHydrated } from "#web/ui/useHydrated.ts";
import type { BackTarget } from "./backTarget.ts";
import { backTarget } from "./backTarget.ts";

/**
 * The origin that is used when the server renders the page. Neither the origin nor the previous
 * page is available on the server, and any origin gives the same path.
 */
const ANY_ORIGIN = "http://portal.invalid";

/**
 * Returns the target of the back link. The previous page is the page that was left within the
 * document or, if there is none, the referrer. It is ignored until hydration, because it is not
 * available when the server renders the page.
 */
export function useBackTarget(): BackTarget {
  const { pathname, previous } = useLocation();
  const [search] = useSearchParams();
  const isHydrated = useHydrated();
  const origin = isHydrated ? window.location.origin : ANY_ORIGIN;
  const referrer = isHydrated ? document.referrer : "";
  return backTarget({
    from: search.get("from"),
    previous: previous === null ? referrer : origin + previous,
    here: origin + pathname,
  });
}
