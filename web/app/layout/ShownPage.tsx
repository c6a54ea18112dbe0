import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Component, useCallback, useEffect, useRef, useState } from "react";
import { useIsLive } from "#web/app/api/liveState.ts";
import { portalQuery } from "#web/app/api/session.ts";
import { useRouteState } from "#web/app/navigation/NavigationContext.tsx";
import type { RouteState } from "#web/app/navigation/routeState.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { AppLayout } from "./AppLayout.tsx";

/**
 * Shows the current page in its layout, or an error. If only the page fails, the layout is still
 * shown.
 */
export function ShownPage() {
  const route = useRouteState();
  const { content } = route;
  if ("Page" in content) {
    const { Page } = content;
    return (
      <FailureBoundary route={route}>
        <AppLayout>
          <FailureBoundary route={route}>
            <Page />
          </FailureBoundary>
        </AppLayout>
      </FailureBoundary>
    );
  }
  const failure = <PageFailure {...content} />;
  if (content.failed === "frame") return failure;
  return (
    <FailureBoundary route={route}>
      <AppLayout>{failure}</AppLayout>
    </FailureBoundary>
  );
}

interface FailureBoundaryProps {
  /** The current route. A change of the route resets the failure. */
  route: RouteState;
  children: ReactNode;
}

interface FailureState {
  readonly route: RouteState;
  readonly failure: { readonly error: unknown } | null;
}

/**
 * Shows an error in place of children that fail to render. This happens in the browser only: on the
 * server a render error fails the whole document.
 */
class FailureBoundary extends Component<FailureBoundaryProps, FailureState> {
  override state: FailureState = { route: this.props.route, failure: null };

  static getDerivedStateFromError(error: unknown): Partial<FailureState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(
    { route }: FailureBoundaryProps,
    shown: FailureState,
  ): FailureState | null {
    return route === shown.route ? null : { route, failure: null };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? (
      <PageFailure error={failure.error} isNetworkError={false} />
    ) : (
      this.props.children
    );
  }
}

interface PageFailureProps {
  error: unknown;
  /** Whether the page's code could not be fetched, or a call got no response. */
  isNetworkError: boolean;
}

/** Replaces a page that failed to load or to render. */
function PageFailure({ error, isNetworkError }: PageFailureProps) {
  useEffect(() => console.error(error), [error]);
  const message = isNetworkError ? "Network error occurred" : "Something went wrong";
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-16">
      <h1 className="sr-only">{message}</h1>
      {isNetworkError ? (
        <ReloadWhenReachable message={message} />
      ) : (
        <ErrorState message={message} onRetry={() => window.location.reload()} />
      )}
    </div>
  );
}

/**
 * An error state that reloads the page once the server responds. The page is reloaded and not only
 * loaded again, because browsers before 2026 cache a failed import until a reload. Tries again by
 * itself when the browser is online again or receives live events again.
 */
function ReloadWhenReachable({ message }: { message: string }) {
  const client = useQueryClient();
  const [isTrying, setIsTrying] = useState(false);
  const tryAgain = useCallback(async () => {
    setIsTrying(true);
    // Without a response, a reload would show the browser's own error page.
    const portal = await client.query({ ...portalQuery, staleTime: 0 }).catch(() => null);
    if (portal) window.location.reload();
    else setIsTrying(false);
  }, [client]);
  useEffect(() => {
    const onOnline = () => void tryAgain();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, [tryAgain]);
  const isLive = useIsLive();
  const wasLive = useRef(isLive);
  useEffect(() => {
    if (isLive && !wasLive.current) void tryAgain();
    wasLive.current = isLive;
  }, [isLive, tryAgain]);
  return <ErrorState message={message} retrying={isTrying} onRetry={() => void tryAgain()} />;
}
