import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let isLive = false;

/** Says whether the server tells this page of changes by itself. */
export function setLive(next: boolean): void {
  isLive = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server tells this page of changes by itself, so that it need not ask. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isLive,
    () => false,
  );
}
