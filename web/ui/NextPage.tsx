import { useEffect, useRef } from "react";
import type { PagedQuery } from "./LoadMore.tsx";
import { LoadMore, useRevealedPages } from "./LoadMore.tsx";

interface NextPageProps {
  list: PagedQuery;
  /** Number of pages loaded. */
  loaded: number;
  /** Message if the next page could not be loaded. */
  errorMessage: string;
  /** The button's text, "Load more" by default. */
  label?: string;
  /** The list's name for screen readers, on pages with several lists. */
  name?: string | undefined;
  onPress: () => void;
  className?: string;
}

/**
 * The end of a list that shows all its loaded pages. If a refetch of the list interrupts the fetch
 * of a requested page, the page is fetched after the refetch.
 */
export function NextPage({
  list,
  loaded,
  errorMessage,
  label,
  name,
  onPress,
  className,
}: NextPageProps) {
  const { hasMore, isRequested, revealNext } = useRevealedPages(loaded, list);
  if (!hasMore) return null;
  const hasFailed = isRequested && list.isFetchNextPageError && !list.isFetching;
  return (
    <LoadMore
      pending={isRequested && list.isFetching}
      error={hasFailed ? errorMessage : null}
      label={label}
      className={className}
      name={name}
      onPress={() => {
        onPress();
        revealNext();
      }}
    />
  );
}

/**
 * Focuses the first new item after 'Load more', because the button has moved or disappeared.
 * `count` is the number of loaded items. Inside `box`, `data-list-item` marks the element to focus
 * in each item.
 */
export function useFocusOnNewRow(count: number) {
  const box = useRef<HTMLDivElement>(null);
  const firstNew = useRef<number | null>(null);
  useEffect(() => {
    if (firstNew.current === null || count <= firstNew.current) return;
    box.current?.querySelectorAll<HTMLElement>("[data-list-item]")[firstNew.current]?.focus();
    firstNew.current = null;
  }, [count]);
  const expectMore = () => {
    firstNew.current = count;
  };
  return { box, expectMore };
}
