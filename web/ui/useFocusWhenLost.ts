import type { RefObject } from "react";
import { useEffect } from "react";

/**
 * Moves the focus to `target` if no element has the focus after the calling component has
 * unmounted. Use it in a component inside a dialog if the element that opened the dialog can be
 * removed meanwhile.
 */
export function useFocusWhenLost(target: RefObject<HTMLElement | null> | undefined) {
  useEffect(
    () => () => {
      // This timeout runs after the timeout in which the dialog restores the focus.
      setTimeout(() => {
        if (document.activeElement === document.body) target?.current?.focus();
      });
    },
    [target],
  );
}
