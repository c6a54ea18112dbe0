import type { ReactNode } from "react";

/** An entry of the timeline of comments and status changes. */
export interface TimelineEntry {
  /** Unique among all entries. */
  readonly key: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly content: ReactNode;
}

/** Sorts by time, oldest first; the sort is stable. ISO timestamps compare as text. */
export function inOrderOfTime(entries: readonly TimelineEntry[]): TimelineEntry[] {
  return entries.toSorted((a, b) =>
    a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt),
  );
}
