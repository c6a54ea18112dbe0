import type { RouteState } from "./routeState.ts";

const STORAGE_KEY = "scroll-positions";

/** The scroll positions of history entries in pixels, stored in the tab's session storage. */
export class ScrollMemory {
  readonly #positions = readPositions();

  /**
   * Returns the scroll position at which the user last left the entry; undefined if the user has
   * not left the entry yet.
   */
  positionOf(key: string): number | undefined {
    return this.#positions.get(key);
  }

  /** Saves the current scroll position for the entry. */
  save(key: string): void {
    this.#positions.set(key, window.scrollY);
  }

  /**
   * Disables the browser's own restoring of scroll positions while the page is open, and stores the
   * positions when the page is left. `currentKey` returns the key of the current entry.
   */
  start(currentKey: () => string): void {
    window.history.scrollRestoration = "manual";
    window.addEventListener("pageshow", () => {
      window.history.scrollRestoration = "manual";
    });
    window.addEventListener("pagehide", () => {
      this.save(currentKey());
      this.#store();
      // With this setting, a browser that loads the page again restores the scroll position even
      // before this script runs.
      window.history.scrollRestoration = "auto";
    });
  }

  #store(): void {
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...this.#positions]));
    } catch {
      // Storing fails if the storage is full or forbidden. In this case, Back and Forward open
      // pages at the top after a reload.
    }
  }
}

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]") as [string, number][]);
  } catch {
    return new Map();
  }
}

/** Scrolls to the route's position: the saved position, the hash target, or the top. */
export function scrollTo({ scroll, location: { hash } }: RouteState): void {
  if (scroll === "keep") return;
  const named =
    scroll === "start" && hash !== "" && document.getElementById(decoded(hash.slice(1)));
  if (named) named.scrollIntoView();
  else window.scrollTo(0, scroll === "start" ? 0 : scroll);
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
