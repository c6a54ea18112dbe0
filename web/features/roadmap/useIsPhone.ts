import { useSyncExternalStore } from "react";

const PHONE = "(width < 48rem)";

/**
 * Returns whether the window is narrower than 48rem. Below this width, the roadmap's columns scroll
 * sideways. Always true on the server and until hydration.
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
