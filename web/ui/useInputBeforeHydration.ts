import type { RefObject } from "react";
import { useEffectEvent, useLayoutEffect } from "react";

/**
 * Gives `take` what was typed or chosen in a field before the page was hydrated: it stands there still, and React knows nothing of it. What a browser puts
 * back into fields by itself, on a reload or Back, looks the same: the field's form has to say `autoComplete="off"`.
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
  // Before anything is drawn anew, which would put the value back.
  useLayoutEffect(() => compare(), []);
}
