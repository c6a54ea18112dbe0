import { useState } from "react";

/**
 * Returns the id of the first entry that was loaded after `expectMore` was called. This entry gets
 * the focus. `entries` are all loaded entries, oldest first, from `pages` pages.
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
