import type { ReactNode } from "react";

/** Something that stands among the comments in the order of time. */
export interface TimelineEntry {
  /** Unique among all entries. */
  readonly key: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly content: ReactNode;
}

/**
 * Oldest first; entries of the same moment keep their order. Timestamps of the contract compare as
 * text.
 */
export function inOrderOfTime(entries: readonly TimelineEntry[]): TimelineEntry[] {
  return entries.toSorted((a, b) =>
    a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt),
  );
}
