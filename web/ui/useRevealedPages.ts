import { useEffect, useState } from "react";

/** A query of a list that comes page by page. */
export interface PagedQuery {
  readonly hasNextPage: boolean;
  /** Of whatever page. */
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
}

interface RevealedPages {
  /** How many of the loaded pages to show. */
  readonly count: number;
  /** Whether there is more than what is shown. */
  readonly hasMore: boolean;
  /** Whether more was asked for than is loaded. */
  readonly isWanting: boolean;
  /** Shows the next page: at once if it was fetched ahead. */
  readonly revealNext: () => void;
  /** Fetches the next page without showing it. */
  readonly fetchAhead: () => void;
}

/**
 * Lets a list fetch one page more than it shows. `loaded` is the number of pages loaded so far. What was asked for comes: at once, after a
 * fetch that is under way, or after one that took its place; unless it fails, when it has to be asked for again.
 */
export function useRevealedPages(loaded: number, list: PagedQuery): RevealedPages {
  const [wanted, setWanted] = useState(Math.max(1, loaded));
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const isWanting = wanted > loaded;
  const isOwed = isWanting && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isOwed) fetchNextPage();
  }, [isOwed, fetchNextPage]);
  const fetchNext = () => {
    if (hasNextPage && !isFetching) fetchNextPage();
  };
  return {
    count: Math.min(wanted, loaded),
    hasMore: hasNextPage || loaded > wanted,
    isWanting,
    revealNext: () => {
      if (wanted <= loaded) setWanted(wanted + 1);
      if (wanted >= loaded) fetchNext();
    },
    fetchAhead: () => {
      if (wanted === loaded) fetchNext();
    },
  };
}
