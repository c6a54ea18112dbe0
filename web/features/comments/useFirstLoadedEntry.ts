import { useState } from "react";

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
