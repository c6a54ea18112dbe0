import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { cn } from "./cn.ts";

/** The distance from the viewport, in pixels, at which the end of the list is treated as near. */
const MARGIN_PX = 600;

interface LoadMoreProps {
  /** The button's text. */
  label?: string | undefined;
  pending: boolean;
  /** The error message if the next page could not be loaded, otherwise null. */
  error: string | null;
  /** The list's name for screen readers, on pages with several lists. */
  name?: string | undefined;
  onPress: () => void;
  /** Called when the end of the list is near the viewport, even if there is no next page. */
  onNear?: () => void;
  className?: string | undefined;
}

/** The end of a paged list, with a button that loads the next page. */
export function LoadMore({
  label = "Load more",
  pending,
  error,
  name,
  onPress,
  onNear,
  className,
}: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(() => onNear?.());
  useEffect(() => {
    const element = end.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) near();
      },
      { rootMargin: `${String(MARGIN_PX)}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={end}
      className={cn("weak:mt-4 flex flex-col items-center gap-2 noscript:hidden", className)}
    >
      {error ? (
        <p role="alert" className="text-sm text-danger-text">
          {error}
        </p>
      ) : null}
      <Button variant="secondary" pending={pending} pendingLabel="Loading..." onClick={onPress}>
        {error ? "Try again" : label}
        {name === undefined ? null : <span className="sr-only">: {name}</span>}
      </Button>
    </div>
  );
}

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
