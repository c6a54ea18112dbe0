import type { ReactNode, ComponentProps } from "react";
import { useState } from "react";
import { NextPage } from "#web/ui/NextPage.tsx";

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

type Button = Pick<
  ComponentProps<typeof NextPage>,
  "list" | "loaded" | "errorMessage" | "onPress"
> & {
  label: string;
};

/**
 * Returns a timeline entry with a button that loads earlier entries of one kind. `oldest` is the
 * oldest loaded entry of this kind. Returns no entry if all entries of the kind are loaded.
 */
export function earlierEntry(
  oldest: { readonly createdAt: string } | undefined,
  button: Button,
): TimelineEntry[] {
  if (!oldest || !button.list.hasNextPage) return [];
  const content = <NextPage {...button} className="mt-0" />;
  return [{ key: button.label, createdAt: oldest.createdAt, content }];
}

/**
 * Returns the id of the entry that gets the focus. This is the oldest loaded entry, as soon as the
 * page that was requested after a call of `expectMore` has loaded. `entries` are the entries of the
 * first `pages` pages, oldest first.
 */
export function useFirstLoadedEntry(entries: readonly { readonly id: number }[], pages: number) {
  const [pagesBefore, setPagesBefore] = useState<number | null>(null);
  const [firstLoadedId, setFirstLoadedId] = useState<number>();
  if (pagesBefore !== null && pages > pagesBefore) {
    // The entry is identified by its id, because other users' new entries shift the positions.
    setPagesBefore(null);
    setFirstLoadedId(entries[0]?.id);
  }
  return { firstLoadedId, expectMore: () => setPagesBefore(pages) };
}
