import { useEffect } from "react";

/**
 * The components with unsaved changes, each with its warning if it has one. Only effects write to
 * this map, so it is empty on the server.
 */
const holders = new Map<symbol, string | undefined>();

/**
 * While `hasChanges` is true, leaving the page asks for confirmation (`hasUnsavedChanges`).
 * `warning` is the text to show if something other than changes would be lost.
 */
export function useUnsavedChanges(hasChanges: boolean, warning?: string): void {
  useEffect(() => {
    if (!hasChanges) return undefined;
    const holder = Symbol("unsaved changes");
    holders.set(holder, warning);
    window.addEventListener("beforeunload", askBeforeUnload);
    return () => {
      holders.delete(holder);
      if (holders.size === 0) window.removeEventListener("beforeunload", askBeforeUnload);
    };
  }, [hasChanges, warning]);
}

/** Whether leaving the page would lose something that `useUnsavedChanges` protects. */
export function hasUnsavedChanges(): boolean {
  return holders.size > 0;
}

/**
 * Returns the warning of a component that would lose something other than unsaved changes when the
 * user leaves the page; undefined if there is no such component.
 */
export function leaveWarning(): string | undefined {
  return [...holders.values()].find(Boolean);
}

/**
 * Forgets all unsaved changes, because they have been saved or discarded. This has an effect at
 * once, before the next render.
 */
export function forgetUnsavedChanges(): void {
  holders.clear();
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (hasUnsavedChanges()) event.preventDefault();
}
