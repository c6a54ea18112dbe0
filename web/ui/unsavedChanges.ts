import { useEffect } from "react";

/** One entry for each form that holds something unsaved. Only effects write to it, so only in the browser. */
const holders = new Set<symbol>();

/** While `hasChanges`, leaving the page asks first: whoever navigates consults `hasUnsavedChanges`. */
export function useUnsavedChanges(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return undefined;
    const holder = Symbol("unsaved changes");
    holders.add(holder);
    window.addEventListener("beforeunload", askBeforeUnload);
    return () => {
      holders.delete(holder);
      if (holders.size === 0) window.removeEventListener("beforeunload", askBeforeUnload);
    };
  }, [hasChanges]);
}

/** Whether something on the page would be lost by leaving it. */
export function hasUnsavedChanges(): boolean {
  return holders.size > 0;
}

/** Nothing is to be kept any more: it is saved, or was given up. Takes effect at once, before the next render. */
export function forgetUnsavedChanges(): void {
  holders.clear();
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (hasUnsavedChanges()) event.preventDefault();
}
