/** The state that the app stores in a browser history entry. */
export interface HistoryEntry {
  readonly key: string;
  /** Position among this tab's entries. Comparing two positions distinguishes Back from Forward. */
  readonly index: number;
  readonly state: unknown;
}

/**
 * Returns the current entry; null if the app has stored no state in the entry, for instance after a
 * click on a link to a fragment of the page.
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
