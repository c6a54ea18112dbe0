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
import { scrollTo } from "./ScrollMemory.ts";
import type { Location, RouteState } from "./routeState.ts";

const RouteContext = createContext<RouteState | null>(null);
const NavigatorContext = createContext<Navigator | null>(null);

interface NavigationProviderProps {
  /** The navigator of the page; missing on the server, which does not navigate. */
  navigator?: Navigator | undefined;
  /** The route with which the document was rendered. Hydration must start with the same route. */
  initialRoute: RouteState;
  children: ReactNode;
}

/**
 * Renders the navigator's route. A new route is rendered in a transition, so that the previous page
 * stays usable until the next page is rendered.
 */
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

/** Returns the current route. */
export function useRouteState(): RouteState {
  const route = use(RouteContext);
  if (!route) throw new Error("Use within a NavigationProvider");
  return route;
}

/** Returns the URL of the current page. */
export function useLocation(): Location {
  return useRouteState().location;
}

/** Returns the values of the path's parameters, as in "/board/:slug". */
export function useParams(): PathParams {
  return useRouteState().params;
}

const stay: Navigator["navigate"] = () => undefined;

/**
 * Returns a function that opens a page from code. Links do not need this function
 * (`web/app/handleLinkClicks.ts`). Every render gets the same function.
 */
export function useNavigate(): Navigator["navigate"] {
  return use(NavigatorContext)?.navigate ?? stay;
}

const goAtOnce: Navigator["leave"] = (go) => go();

/**
 * Returns a function that runs code which unloads the document. If the guard requires a
 * confirmation, the user is asked to confirm before the code runs. Every render gets the same
 * function.
 */
export function useLeave(): Navigator["leave"] {
  return use(NavigatorContext)?.leave ?? goAtOnce;
}

/**
 * Returns the query parameters of the URL and a function that changes them. If an earlier change is
 * still pending, the new change is applied to the result of the earlier change. A change is ignored
 * if a navigation to another page is pending.
 */
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

interface NavigationBlocker {
  /** Whether a navigation waits for confirmation. */
  readonly isBlocked: boolean;
  readonly leave: () => void;
  readonly stay: () => void;
}

/**
 * Delays each navigation for which `shouldBlock` returns true, until `leave` continues or `stay`
 * cancels the navigation. Only one component at a time is allowed to use this hook.
 */
export function useNavigationBlocker(shouldBlock: Guard["shouldBlock"]): NavigationBlocker {
  const navigator = use(NavigatorContext);
  const [blocked, setBlocked] = useState<(() => void) | null>(null);
  const latest = useRef(shouldBlock);
  useEffect(() => {
    latest.current = shouldBlock;
  }, [shouldBlock]);
  useEffect(
    () =>
      navigator?.setGuard({
        shouldBlock: (from, to) => latest.current(from, to),
        confirm: (leave) => setBlocked(() => leave),
      }),
    [navigator],
  );
  return {
    isBlocked: blocked !== null,
    leave: () => {
      setBlocked(null);
      blocked?.();
    },
    stay: () => setBlocked(null),
  };
}
