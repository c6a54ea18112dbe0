import { useSyncExternalStore } from "react";

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
