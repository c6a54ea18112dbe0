/** Our state of a browser history entry. */
export interface HistoryEntry {
  readonly key: string;
  /** Position among this tab's entries, which distinguishes Back from Forward. */
  readonly index: number;
  readonly state: unknown;
}

/** The current entry; null if it has no state of ours, as after a link within the page. */
export function readEntry(): HistoryEntry | null {
  const entry = window.history.state as Partial<HistoryEntry> | null;
  if (typeof entry?.key !== "string" || typeof entry.index !== "number") return null;
  return { key: entry.key, index: entry.index, state: entry.state ?? null };
}

/** Adds our state to the current entry. */
export function adoptEntry(index: number): HistoryEntry {
  const entry: HistoryEntry = { key: newKey(), index, state: null };
  window.history.replaceState(entry, "");
  return entry;
}

/** A key that is unique among the tab's entries. */
export function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
