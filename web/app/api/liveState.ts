import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let isLive = false;

/** Sets whether the page receives live events. */
export function setLive(next: boolean): void {
  isLive = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the page receives live events. While the page receives live events, it need not poll. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isLive,
    () => false,
  );
}
