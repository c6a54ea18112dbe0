import type { RefObject } from "react";
import { useEffect } from "react";

/**
 * For a component inside a dialog. If no element has the focus after the component unmounts,
 * because the element that opened the dialog no longer exists, `target` receives the focus.
 */
export function useFocusWhenLost(target: RefObject<HTMLElement | null>) {
  useEffect(
    () => () => {
      // This timeout runs after the timeout in which the dialog restores the focus.
      setTimeout(() => {
        if (document.activeElement === document.body) target.current?.focus();
      });
    },
    [target],
  );
}
