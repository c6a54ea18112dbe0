import type { RefObject } from "react";
import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * Whether the calling component is hydrated. It is false on the server and while the browser
 * hydrates the component.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * Calls `take` with a value that the user entered before hydration, because such a value is in the
 * DOM but not in React's state. A value that the browser restores on reload or Back cannot be
 * distinguished from a value that the user entered, so the form must have `autoComplete="off"`.
 */
export function useInputBeforeHydration(
  field: RefObject<HTMLInputElement | HTMLSelectElement | null>,
  value: string,
  take: (typed: string) => void,
): void {
  const compare = useEffectEvent(() => {
    const typed = field.current?.value ?? value;
    if (typed !== value) take(typed);
  });
  // A layout effect runs before the first re-render, which would reset the value.
  useLayoutEffect(() => compare(), []);
}
