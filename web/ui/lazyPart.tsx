import type { ComponentType, ReactNode } from "react";
import { Component, lazy, startTransition, Suspense, useEffect, useMemo, useState } from "react";
import { ErrorState } from "./ErrorState.tsx";

/** The parts whose code the server has not loaded yet. */
const loading = new Set<Promise<unknown>>();

/**
 * Resolves once the server has loaded the code of all parts of the loaded pages, and of parts
 * within these parts. The render must start afterwards, because it does not wait for a part.
 */
export async function loadedParts(): Promise<void> {
  while (loading.size > 0) await Promise.all(loading);
}

/**
 * Creates a part of a page whose code only some viewers fetch. The server renders the part like any
 * other part. In the browser, the server's HTML and the text that users type into it stay until the
 * code is loaded. Hydration of the part must start with the server's HTML. If data can change
 * before the code is loaded, the part must therefore take this data from its props, or show it only
 * once `useHydrated` returns true.
 * @param Fallback shown until the code is loaded, or if it cannot be loaded. Without it, nothing is
 * shown, or an error.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback?: ComponentType<Props>,
): ComponentType<Props> {
  const loadOrNull = () => load().catch(() => null);
  let Part: ComponentType<Props> = lazy(async () => ({
    default: await load().catch((error: unknown) => {
      if (Fallback) return Fallback;
      throw error;
    }),
  }));
  // The server's render does not wait for `lazy`, so the code is loaded in advance. If loading
  // fails, only the browser renders the part.
  if (import.meta.env.SSR) {
    const loaded: Promise<boolean> = loadOrNull().then((part) => {
      Part = part ?? Part;
      return loading.delete(loaded);
    });
    loading.add(loaded);
  }
  return function LazyPart(props: Props) {
    const [firstProps] = useState(props);
    const [isLoaded, setIsLoaded] = useState(import.meta.env.SSR);
    useEffect(() => {
      // `setIsLoaded` also runs after a failure. The part then throws, and `LoadErrorBoundary`
      // shows the error.
      void loadOrNull().then(() => startTransition(() => setIsLoaded(true)));
    }, []);
    // React discards the server's HTML if the props change before the HTML is hydrated.
    const hydrated = isLoaded ? props : firstProps;
    const part = useMemo(
      () => (
        <Suspense fallback={Fallback && <Fallback {...hydrated} />}>
          <Part {...hydrated} />
        </Suspense>
      ),
      [hydrated],
    );
    return <LoadErrorBoundary>{part}</LoadErrorBoundary>;
  };
}

/** Shows an error in place of a part whose code cannot be loaded, so that the page stays usable. */
class LoadErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    // The retry reloads the page, because `lazy` caches the failed import until a reload.
    return (
      <ErrorState
        message="This part of the page could not be loaded."
        onRetry={() => window.location.reload()}
      />
    );
  }
}
