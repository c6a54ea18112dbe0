import type { RefObject } from "react";
import { useEffect } from "react";

/**
 * For a part of a dialog: when it goes and leaves the focus nowhere, since what opened the dialog is gone as well, the
 * target gets it.
 */
export function useFocusWhenLost(target: RefObject<HTMLElement | null>) {
  useEffect(
    () => () => {
      // After the dialog, which gives the focus back in a timeout of its own.
      setTimeout(() => {
        if (document.activeElement === document.body) target.current?.focus();
      });
    },
    [target],
  );
}
