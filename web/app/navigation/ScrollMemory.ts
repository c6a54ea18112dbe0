const STORAGE_KEY = "scroll-positions";

/** How far down each entry of the history was scrolled, in pixels; kept in the tab's storage over reloads. */
export class ScrollMemory {
  readonly #positions = readPositions();

  /** How far down the entry was when it was left; undefined for one that was not. */
  positionOf(key: string): number | undefined {
    return this.#positions.get(key);
  }

  /** Notes how far down the present entry is. */
  note(key: string): void {
    this.#positions.set(key, window.scrollY);
  }

  /** Takes scrolling over from the browser while the document is shown. `currentKey` names its present entry. */
  start(currentKey: () => string): void {
    window.history.scrollRestoration = "manual";
    window.addEventListener("pageshow", () => {
      window.history.scrollRestoration = "manual";
    });
    window.addEventListener("pagehide", () => {
      this.note(currentKey());
      this.#keep();
      // The browser does it best until this code is here again.
      window.history.scrollRestoration = "auto";
    });
  }

  #keep(): void {
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...this.#positions]));
    } catch {
      // Full, or forbidden: a page then starts at its top.
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
