import type { Location } from "./routeState.ts";

/** The state that the app stores in a browser history entry. */
export interface HistoryEntry extends Pick<Location, "key" | "state" | "previous"> {
  /** Position among this tab's entries. Comparing two positions distinguishes Back from Forward. */
  readonly index: number;
}

/**
 * Returns the current entry; null if the app has stored no state in the entry, for instance after a
 * click on a link to a fragment of the page.
 */
export function readEntry(): HistoryEntry | null {
  const entry = window.history.state as Partial<HistoryEntry> | null;
  if (typeof entry?.key !== "string" || typeof entry.index !== "number") return null;
  const { key, index, state = null, previous = null } = entry;
  return { key, index, state, previous };
}

/** Adds the app's state to the current history entry. */
export function adoptEntry(index: number, previous: string | null): HistoryEntry {
  const entry: HistoryEntry = { key: newKey(), index, state: null, previous };
  window.history.replaceState(entry, "");
  return entry;
}

/** Returns a key that is unique among the tab's entries. */
export function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
