import { useEffect, useState } from "react";

/** A query of a paged list. */
export interface PagedQuery {
  readonly hasNextPage: boolean;
  /** Whether any page is being fetched. */
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

interface RevealedPages {
  /** Number of pages to show. */
  readonly count: number;
  /** Whether there are more pages than the list shows. */
  readonly hasMore: boolean;
  /** Whether a page has been requested but is not loaded yet. */
  readonly isRequested: boolean;
  /** Shows the next page. If the page was prefetched, it is shown at once. */
  readonly revealNext: () => void;
  /** Fetches the next page without showing it. */
  readonly fetchAhead: () => void;
}

/**
 * Allows a list to load one page more than it shows. `loaded` is the number of loaded pages. If
 * another fetch is running or interrupts the fetch of a requested page, the page is fetched when
 * the other fetch ends. If the fetch of the page fails, the page must be requested again.
 */
export function useRevealedPages(loaded: number, list: PagedQuery): RevealedPages {
  const [requested, setRequested] = useState(Math.max(1, loaded));
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const isRequested = requested > loaded;
  const mustFetch = isRequested && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (mustFetch) fetchNextPage();
  }, [mustFetch, fetchNextPage]);
  const fetchNext = () => {
    if (hasNextPage && !isFetching) fetchNextPage();
  };
  return {
    count: Math.min(requested, loaded),
    hasMore: hasNextPage || loaded > requested,
    isRequested,
    revealNext: () => {
      if (requested <= loaded) setRequested(requested + 1);
      if (requested >= loaded) fetchNext();
    },
    fetchAhead: () => {
      if (requested === loaded) fetchNext();
    },
  };
}
