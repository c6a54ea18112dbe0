import type { RefObject } from "react";
import { useEffectEvent, useLayoutEffect } from "react";

/**
 * Calls `take` with a value that was entered before hydration: the DOM has it, React does not know
 * it. Values that the browser restores on reload or Back look the same, so the form must say
 * `autoComplete="off"`.
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
  // Before the first re-render, which would reset the value.
  useLayoutEffect(() => compare(), []);
}
