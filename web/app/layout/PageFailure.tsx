import { useEffect } from "react";
import { ErrorState } from "#web/ui/ErrorState.tsx";

/** Replaces a page that failed to load or to render. */
export function PageFailure({ error }: { error: unknown }) {
  useEffect(() => console.error(error), [error]);
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-16">
      <h1 className="sr-only">Something went wrong</h1>
      <ErrorState message="Something went wrong" onRetry={() => window.location.reload()} />
    </div>
  );
}
