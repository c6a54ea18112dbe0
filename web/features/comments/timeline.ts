import type { ReactNode } from "react";

/** An entry of the timeline of comments and status changes. */
export interface TimelineEntry {
  /** A key that is unique among all entries. */
  readonly key: string;
  /** The time of the entry in ISO 8601 format. */
  readonly createdAt: string;
  readonly content: ReactNode;
}

/**
 * Sorts entries by time, oldest first. Entries with the same time keep their order. Times in ISO
 * 8601 format can be compared as text.
 */
export function inOrderOfTime(entries: readonly TimelineEntry[]): TimelineEntry[] {
  return entries.toSorted((a, b) =>
    a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt),
  );
}
