/** The state that the app stores in a browser history entry. */
export interface HistoryEntry {
  readonly key: string;
  /** Position among this tab's entries. It distinguishes Back from Forward. */
  readonly index: number;
  readonly state: unknown;
}

/**
 * Returns the current entry; null if it has no state of the app, as after a link within the page.
 */
export function readEntry(): HistoryEntry | null {
  const entry = window.history.state as Partial<HistoryEntry> | null;
  if (typeof entry?.key !== "string" || typeof entry.index !== "number") return null;
  return { key: entry.key, index: entry.index, state: entry.state ?? null };
}

/** Adds the app's state to the current history entry. */
export function adoptEntry(index: number): HistoryEntry {
  const entry: HistoryEntry = { key: newKey(), index, state: null };
  window.history.replaceState(entry, "");
  return entry;
}

/** Returns a key that is unique among the tab's entries. */
export function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
