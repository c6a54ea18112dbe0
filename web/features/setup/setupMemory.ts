import { useCallback, useSyncExternalStore } from "react";

/**
 * A mark that the checklist stores in this browser: the checklist was dismissed, or the portal's
 * link was copied. The server stores no marks.
 */
export type SetupMark = "dismissed" | "link-copied";

const listeners = new Set<() => void>();

/** Whether the mark is set for this company. Always false on the server and until hydration. */
export function useSetupMark(companyId: number, mark: SetupMark): boolean {
  const isSet = useCallback(() => readMark(keyOf(companyId, mark)), [companyId, mark]);
  return useSyncExternalStore(subscribe, isSet, () => false);
}

/** Sets the mark for this company. Does nothing if the browser has no storage. */
export function setSetupMark(companyId: number, mark: SetupMark): void {
  try {
    localStorage.setItem(keyOf(companyId, mark), "1");
  } catch {
    // Without storage, the step that shares the link stays open, and the checklist cannot be
    // dismissed.
  }
  for (const listener of listeners) listener();
}

const keyOf = (companyId: number, mark: SetupMark) => `setup:${String(companyId)}:${mark}`;

function readMark(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
