const STORAGE_KEY = "scroll-positions";

/** The scroll positions of history entries in pixels, stored in the tab's session storage. */
export class ScrollMemory {
  readonly #positions = readPositions();

  /**
   * Returns the position that the entry had when it was left; undefined if it has not been left
   * yet.
   */
  positionOf(key: string): number | undefined {
    return this.#positions.get(key);
  }

  /** Saves the current scroll position for the entry. */
  save(key: string): void {
    this.#positions.set(key, window.scrollY);
  }

  /**
   * Takes over the restoring of scroll positions from the browser. `currentKey` returns the key of
   * the current entry.
   */
  start(currentKey: () => string): void {
    window.history.scrollRestoration = "manual";
    window.addEventListener("pageshow", () => {
      window.history.scrollRestoration = "manual";
    });
    window.addEventListener("pagehide", () => {
      this.save(currentKey());
      this.#store();
      // On the next load of this page, the browser restores the position before this code runs.
      window.history.scrollRestoration = "auto";
    });
  }

  #store(): void {
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...this.#positions]));
    } catch {
      // The storage may be full or forbidden. After a reload, a page then starts at the top.
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
