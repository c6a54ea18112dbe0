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
  /** Absent on the server, which does not navigate. */
  navigator?: Navigator | undefined;
  /** The route that the document was rendered with; hydration must start with the same. */
  initialRoute: RouteState;
  children: ReactNode;
}

/**
 * Renders the navigator's route. In a transition: the previous page stays usable until the next one
 * is rendered.
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

/** The current route. */
export function useRouteState(): RouteState {
  const route = use(RouteContext);
  if (!route) throw new Error("Use within a NavigationProvider");
  return route;
}

/** The address of the current page. */
export function useLocation(): Location {
  return useRouteState().location;
}

/** The values of the path's parameters, as in "/board/:slug". */
export function useParams(): PathParams {
  return useRouteState().params;
}

const stay: Navigator["navigate"] = () => undefined;

/**
 * Opens a page from code; links need no code (`web/app/handleLinkClicks.ts`). The function is
 * stable.
 */
export function useNavigate(): Navigator["navigate"] {
  return use(NavigatorContext)?.navigate ?? stay;
}

const goAtOnce: Navigator["leave"] = (go) => go();

/**
 * Runs a function that unloads the document, after confirmation if needed. The function is stable.
 */
export function useLeave(): Navigator["leave"] {
  return use(NavigatorContext)?.leave ?? goAtOnce;
}

/**
 * The query parameters of the address, and a function that changes them. A change builds on the
 * pending one, and is dropped once another page is being opened.
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
 * Holds navigations for which `shouldBlock` returns true until `leave` or `stay` is called. Only
 * one component at a time may use it.
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
