import type { ComponentType } from "react";
import { lazy, memo, startTransition, Suspense, useEffect, useState } from "react";
import { LoadErrorBoundary } from "./LoadErrorBoundary.tsx";
import type { LoadComponent } from "./useLazyComponent.ts";

/**
 * A part of a page whose code only some viewers fetch. The server renders it like any other part.
 * In the browser the server's HTML, with what was typed into it, stays until the code is loaded.
 */
export function lazyPart<Props extends object>(load: LoadComponent<Props>): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  if (import.meta.env.SSR) {
    // The server's render does not wait for `lazy`. If this fails, only the browser renders it.
    load().then(
      (part) => (Loaded = part),
      () => undefined,
    );
  }
  const Lazy = lazy(async () => ({ default: await load() }));
  const Hydrated = memo(function Hydrated({ props }: { props: Props }) {
    const Part = Loaded ?? Lazy;
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  });
  return function LazyPart(props: Props) {
    const [firstProps] = useState(props);
    const [isLoaded, setIsLoaded] = useState(import.meta.env.SSR);
    useEffect(() => {
      load().then(
        () => startTransition(() => setIsLoaded(true)),
        // `LoadErrorBoundary` shows the failure.
        () => undefined,
      );
    }, []);
    return (
      <LoadErrorBoundary>
        {/* React discards the server's HTML if the props change before it is hydrated. */}
        <Hydrated props={isLoaded ? props : firstProps} />
      </LoadErrorBoundary>
    );
  };
}
