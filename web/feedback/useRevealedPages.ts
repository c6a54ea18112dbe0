import { useState } from "react";

interface Paged {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
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

/** Lets a list fetch one page more than it shows. `loaded` is the number of pages loaded so far. */
export function useRevealedPages(loaded: number, list: Paged): RevealedPages {
  const [wanted, setWanted] = useState(Math.max(1, loaded));
  const fetchNext = () => {
    if (list.hasNextPage && !list.isFetchingNextPage) list.fetchNextPage();
  };
  return {
    count: Math.min(wanted, loaded),
    hasMore: list.hasNextPage || loaded > wanted,
    isWanting: wanted > loaded,
    revealNext: () => {
      if (wanted >= loaded) fetchNext();
      if (wanted <= loaded) setWanted(wanted + 1);
    },
    fetchAhead: () => {
      if (wanted === loaded) fetchNext();
    },
  };
}
