import { useSyncExternalStore } from "react";

/** Whether admins see a list as cards or as a table. */
export type ListDensity = "cards" | "table";

/** The name in the browser's storage. */
const NAME = "list-density";

/** From this width on, a table fits. */
const WIDE = "(min-width: 48rem)";

const listeners = new Set<() => void>();

/** The chosen density where storage is not available. */
let chosen: ListDensity = "cards";

function storedDensity(): ListDensity {
  try {
    return localStorage.getItem(NAME) === "table" ? "table" : "cards";
  } catch {
    return chosen;
  }
}

/** Stores the density in this browser, for all lists. */
export function chooseDensity(density: ListDensity): void {
  chosen = density;
  try {
    localStorage.setItem(NAME, density);
  } catch {
    // Without storage, the choice lasts until the page is reloaded.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const width = window.matchMedia(WIDE);
  listeners.add(listener);
  width.addEventListener("change", listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    width.removeEventListener("change", listener);
    window.removeEventListener("storage", listener);
  };
}

/** Returns the density of lists. Narrow windows always have cards. */
export const useListDensity = (): ListDensity =>
  useSyncExternalStore(
    subscribe,
    () => (window.matchMedia(WIDE).matches ? storedDensity() : "cards"),
    () => "cards",
  );
