import { useState } from "react";

/**
 * After earlier entries were requested: the id of the first newly loaded one, which gets the focus.
 * `entries` are the loaded ones, oldest first, from `pages` pages.
 */
export function useFirstLoadedEntry(entries: readonly { readonly id: number }[], pages: number) {
  const [pagesBefore, setPagesBefore] = useState<number | null>(null);
  const [firstLoadedId, setFirstLoadedId] = useState<number>();
  if (pagesBefore !== null && pages > pagesBefore) {
    // The entry is identified by its id, because other users' new entries shift the pages.
    setPagesBefore(null);
    setFirstLoadedId(entries[0]?.id);
  }
  return { firstLoadedId, expectMore: () => setPagesBefore(pages) };
}
