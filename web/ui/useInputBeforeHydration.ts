import type { RefObject } from "react";
import { useEffectEvent, useLayoutEffect } from "react";

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
