import { useSyncExternalStore } from "react";

const PHONE = "(width < 48rem)";

/**
 * Returns whether the columns are swipeable. The result is always true on the server and until
 * hydration.
 */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(PHONE);
      query.addEventListener("change", onChange);
      return () => query.removeEventListener("change", onChange);
    },
    () => window.matchMedia(PHONE).matches,
    () => true,
  );
}
