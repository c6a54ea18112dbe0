import type { ComponentType, ReactNode } from "react";
import { Component, lazy, memo, startTransition, Suspense, useEffect, useState } from "react";
import { ErrorState } from "./ErrorState.tsx";

/**
 * A part of a page that only some viewers get, with code that the others need not fetch. The server draws it like any other; in
 * the browser what the server has drawn, and what was typed into it, stands until the code is here.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  if (import.meta.env.SSR) {
    // Should its file not be readable just then, the browser draws it.
    load().then(
      (part) => (loaded = part),
      () => undefined,
    );
  }
  const Late = lazy(async () => ({ default: await load() }));
  const Frame = memo(function Frame({ props }: { props: Props }) {
    const Part = loaded ?? Late;
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  });
  return function LatePart(props: Props) {
    const [firstProps] = useState(props);
    const [isHere, setIsHere] = useState(false);
    useEffect(() => {
      load().then(
        () => startTransition(() => setIsHere(true)),
        // Its boundary says so.
        () => undefined,
      );
    }, []);
    return (
      <PartBoundary>
        {/* Other props before the code is here would throw away what the server has drawn. */}
        <Frame props={isHere || import.meta.env.SSR ? props : firstProps} />
      </PartBoundary>
    );
  };
}

/** Keeps the rest of the page when the code of a part does not come. */
class PartBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    // A module that failed once fails for as long as the document lives.
    return (
      <ErrorState
        message="This part of the page could not be loaded."
        onRetry={() => window.location.reload()}
      />
    );
  }
}
