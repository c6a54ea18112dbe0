import { useEffect } from "react";

/** One entry for each form that holds something unsaved, with what else leaving means. Only effects write to it, so only in the browser. */
const holders = new Map<symbol, string | undefined>();

/**
 * While `hasChanges`, leaving the page asks first: whoever navigates consults `hasUnsavedChanges`. `warning` says what would be lost
 * where it is no change.
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

/** Whether something on the page would be lost by leaving it. */
export function hasUnsavedChanges(): boolean {
  return holders.size > 0;
}

/** What leaving would lose that is no change; undefined where there is nothing but changes. */
export function leaveWarning(): string | undefined {
  return [...holders.values()].find(Boolean);
}

/** Nothing is to be kept any more: it is saved, or was given up. Takes effect at once, before the next render. */
export function forgetUnsavedChanges(): void {
  holders.clear();
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (hasUnsavedChanges()) event.preventDefault();
}
