import type { ReactNode } from "react";
import {
  createContext,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Guard, NavigateOptions, Navigator } from "./Navigator.ts";
import type { PathParams } from "./pathTable.ts";
import { scrollTo } from "./scrollTo.ts";
import type { Location, RouteState } from "./routeState.ts";

const RouteContext = createContext<RouteState | null>(null);
const NavigatorContext = createContext<Navigator | null>(null);

interface NavigationProviderProps {
  /** Absent on the server, where nobody goes anywhere. */
  navigator?: Navigator | undefined;
  /** What the document was drawn with, so that both sides start alike. */
  initialRoute: RouteState;
  children: ReactNode;
}

/** Shows what the navigator arrives at. As a transition: until the next page is drawn, the one before it stays usable. */
export function NavigationProvider({ navigator, initialRoute, children }: NavigationProviderProps) {
  const [route, setRoute] = useState(initialRoute);
  useLayoutEffect(() => {
    if (!navigator) return undefined;
    const show = (next: RouteState) => startTransition(() => setRoute(next));
    show(navigator.route);
    return navigator.subscribe(show);
  }, [navigator]);
  useLayoutEffect(() => scrollTo(route), [route]);
  return (
    <NavigatorContext value={navigator ?? null}>
      <RouteContext value={route}>{children}</RouteContext>
    </NavigatorContext>
  );
}

/** The place that is shown, and what is shown there. */
export function useRouteState(): RouteState {
  const route = use(RouteContext);
  if (!route) throw new Error("Ask within a NavigationProvider");
  return route;
}

/** The address of the page that is shown. */
export function useLocation(): Location {
  return useRouteState().location;
}

/** What the address says in the places that the page's path leaves open. */
export function useParams(): PathParams {
  return useRouteState().params;
}

const stay: Navigator["navigate"] = () => undefined;

/** The way to open another page from code; links need none (`web/app/handleLinkClicks.ts`). Always the same function. */
export function useNavigate(): Navigator["navigate"] {
  return use(NavigatorContext)?.navigate ?? stay;
}

const goAtOnce: Navigator["leave"] = (go) => go();

/** The way to do what ends this document, once the visitor agrees. Always the same function. */
export function useLeave(): Navigator["leave"] {
  return use(NavigatorContext)?.leave ?? goAtOnce;
}

/** The address's query, and the way to change it: from how the last change left it, and only as long as nothing leads to another page. */
export function useSearchParams() {
  const { pathname, search } = useLocation();
  const navigator = use(NavigatorContext);
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const changeParams = (
    change: (current: URLSearchParams) => URLSearchParams,
    options: NavigateOptions,
  ) => navigator?.changeQuery(pathname, change, options);
  return [params, changeParams] as const;
}

interface Departure {
  /** Whether somebody wants to leave and waits to be let. */
  readonly isBlocked: boolean;
  readonly leave: () => void;
  readonly stay: () => void;
}

/** Holds a visitor back who is about to go where `mustAsk` says so. For one at a time. */
export function useNavigationBlocker(mustAsk: Guard["mustAsk"]): Departure {
  const navigator = use(NavigatorContext);
  const [held, setHeld] = useState<(() => void) | null>(null);
  const latest = useRef(mustAsk);
  useEffect(() => {
    latest.current = mustAsk;
  }, [mustAsk]);
  useEffect(
    () =>
      navigator?.watch({
        mustAsk: (from, to) => latest.current(from, to),
        ask: (leave) => setHeld(() => leave),
      }),
    [navigator],
  );
  return {
    isBlocked: held !== null,
    leave: () => {
      setHeld(null);
      held?.();
    },
    stay: () => setHeld(null),
  };
}
