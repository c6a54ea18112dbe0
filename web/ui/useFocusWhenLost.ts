import type { RefObject } from "react";
import { useEffect } from "react";

/**
 * For a part of a dialog: if the focus is nowhere after it unmounts, because the element that
 * opened the dialog is gone, `target` receives it.
 */
export function useFocusWhenLost(target: RefObject<HTMLElement | null>) {
  useEffect(
    () => () => {
      // After the dialog has restored the focus, which it does in a timeout.
      setTimeout(() => {
        if (document.activeElement === document.body) target.current?.focus();
      });
    },
    [target],
  );
}
