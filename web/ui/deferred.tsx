import type { ComponentType } from "react";
import { lazy, Suspense, useEffect, useState } from "react";
import { whenIdle } from "./whenIdle.ts";

interface DeferredOptions<Props> {
  /** Whether it has to be there now. */
  readonly isWanted: (props: Props) => boolean;
  /** Mounts it at rest, wanted or not. */
  readonly mountsAtRest?: boolean;
}

/**
 * A component whose code is no part of the page's first load: it comes when the page is at rest, or at once when it is wanted.
 * Until then it draws nothing; from then on it stays mounted, so that it can close in its own way.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isWanted, mountsAtRest = false }: DeferredOptions<Props>,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function Deferred(props: Props) {
    const [isMounted, setIsMounted] = useState(false);
    if (!isMounted && isWanted(props)) setIsMounted(true);
    useEffect(
      () =>
        whenIdle(() => {
          // A failure is met, and shown, by whoever wants it. Modules are kept once fetched.
          load().then(
            () => setIsMounted((wasMounted) => wasMounted || mountsAtRest),
            () => undefined,
          );
        }),
      [],
    );
    if (!isMounted) return null;
    return (
      <Suspense>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
