/** What an entry of the browser's history carries. */
export interface HistoryEntry {
  readonly key: string;
  /** Its place among this tab's entries, by which Back is told from Forward. */
  readonly index: number;
  readonly state: unknown;
}

/** The present entry; null where it is not ours, as after a link within the page. */
export function readEntry(): HistoryEntry | null {
  const entry = window.history.state as Partial<HistoryEntry> | null;
  if (typeof entry?.key !== "string" || typeof entry.index !== "number") return null;
  return { key: entry.key, index: entry.index, state: entry.state ?? null };
}

/** The present entry, after it has been made one of ours. */
export function adoptEntry(index: number): HistoryEntry {
  const entry: HistoryEntry = { key: newKey(), index, state: null };
  window.history.replaceState(entry, "");
  return entry;
}

/** A key that no other entry of this tab has. */
export function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
