import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether hydration is complete. It is false on the server and in the browser's first render. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
