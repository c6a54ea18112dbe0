import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useIsLive } from "#web/app/api/liveState.ts";
import { portalQuery } from "#web/app/api/session.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";

interface PageFailureProps {
  error: unknown;
  /** Whether the page's code could not be fetched, or a call got no response. */
  isNetworkError: boolean;
}

/** Replaces a page that failed to load or to render. */
export function PageFailure({ error, isNetworkError }: PageFailureProps) {
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
