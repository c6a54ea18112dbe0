import type { ComponentType } from "react";
import { useEffect, useEffectEvent, useState } from "react";
import { whenIdle } from "./whenIdle.ts";

interface DeferredOptions<Props> {
  /** What it has to be there for now, such as a message's id; false or null for nothing. Each new wish tries again what has failed. */
  readonly wishOf: (props: Props) => string | number | boolean | null;
  /** Whether its code comes at rest, before it is wanted; it does if absent. */
  readonly comesAtRest?: boolean;
  /** Mounts it at rest, wanted or not. */
  readonly mountsAtRest?: boolean;
  /** Called when it is wanted and its code does not come. */
  readonly onFailure?: (props: Props) => void;
  /** Stands in its place then, until it is there. */
  readonly StandIn?: ComponentType<Props>;
}

/**
 * A component whose code is no part of the page's first load: it comes when the page is at rest, or at once when it is wanted.
 * Until then it draws nothing; from then on it stays mounted, so that it can close in its own way. Code that does not come breaks nothing.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { wishOf, comesAtRest = true, mountsAtRest = false, onFailure, StandIn }: DeferredOptions<Props>,
): ComponentType<Props> {
  return function Deferred(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
    const [hasFailed, setHasFailed] = useState(false);
    const wish = wishOf(props);
    const isMissing = Loaded === null && wish !== false && wish !== null;
    const fail = useEffectEvent(() => {
      setHasFailed(true);
      onFailure?.(props);
    });
    useEffect(() => {
      if (!isMissing) return undefined;
      let isOver = false;
      // Modules are kept once fetched; newer browsers fetch anew what has failed.
      load().then(
        (part) => isOver || setLoaded(() => part),
        () => isOver || fail(),
      );
      return () => {
        isOver = true;
      };
    }, [isMissing, wish]);
    useEffect(() => {
      if (!comesAtRest) return undefined;
      return whenIdle(() => {
        load().then(
          (part) => mountsAtRest && setLoaded(() => part),
          // Whoever wants it tries again.
          () => undefined,
        );
      });
    }, []);
    if (Loaded) return <Loaded {...props} />;
    return hasFailed && StandIn ? <StandIn {...props} /> : null;
  };
}
