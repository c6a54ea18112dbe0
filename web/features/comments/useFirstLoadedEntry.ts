import { useState } from "react";

/**
 * Returns the id of the entry that gets the focus after earlier entries were requested: the first
 * of the newly loaded entries. `entries` are all loaded entries, oldest first, from `pages` pages.
 */
export function useFirstLoadedEntry(entries: readonly { readonly id: number }[], pages: number) {
  const [pagesBefore, setPagesBefore] = useState<number | null>(null);
  const [firstLoadedId, setFirstLoadedId] = useState<number>();
  if (pagesBefore !== null && pages > pagesBefore) {
    // The entry is identified by its id, because new entries of other users shift the positions.
    setPagesBefore(null);
    setFirstLoadedId(entries[0]?.id);
  }
  return { firstLoadedId, expectMore: () => setPagesBefore(pages) };
}
