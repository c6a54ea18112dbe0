import type { ComponentType } from "react";
import { useEffect, useEffectEvent, useState } from "react";
import { whenIdle } from "./whenIdle.ts";

export type LoadComponent<Props> = () => Promise<ComponentType<Props>>;

interface LazyOptions {
  /**
   * A number other than 0 loads the component at once. If loading has failed, a change of the
   * number repeats the attempt.
   */
  readonly request: number;
  /** Whether the component is loaded when the browser is idle, even without a request. */
  readonly atIdle: boolean;
  readonly onFailure?: () => void;
}

/**
 * Returns a component whose code is not part of the page's first load; null until the code is
 * loaded.
 */
export function useLazyComponent<Props>(
  load: LoadComponent<Props>,
  { request, atIdle, onFailure }: LazyOptions,
): ComponentType<Props> | null {
  const [component, setComponent] = useState<ComponentType<Props> | null>(null);
  const fail = useEffectEvent(() => onFailure?.());
  useEffect(() => {
    if (component || (request === 0 && !atIdle)) return undefined;
    let isCancelled = false;
    const start = () =>
      void load().then(
        (loaded) => isCancelled || setComponent(() => loaded),
        () => isCancelled || request === 0 || fail(),
      );
    const cancelIdle = request === 0 ? whenIdle(start) : start();
    return () => {
      isCancelled = true;
      cancelIdle?.();
    };
  }, [load, component, request, atIdle]);
  return component;
}
