import { useEffect } from "react";

/**
 * One entry per form with unsaved changes: its leave warning. Written by effects only, so only in
 * the browser.
 */
const holders = new Map<symbol, string | undefined>();

/**
 * While `hasChanges`, leaving the page asks for confirmation (`hasUnsavedChanges`). `warning` says
 * what would be lost, if that is not a change.
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

/** Whether leaving the page would lose something. */
export function hasUnsavedChanges(): boolean {
  return holders.size > 0;
}

/** What leaving would lose, if that is not a change; undefined for changes. */
export function leaveWarning(): string | undefined {
  return [...holders.values()].find(Boolean);
}

/** Forgets all unsaved changes, saved or discarded. Effective at once, before the next render. */
export function forgetUnsavedChanges(): void {
  holders.clear();
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (hasUnsavedChanges()) event.preventDefault();
}
