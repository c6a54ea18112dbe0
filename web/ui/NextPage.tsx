import { LoadMore } from "./LoadMore.tsx";
import type { PagedQuery } from "./useRevealedPages.ts";
import { useRevealedPages } from "./useRevealedPages.ts";

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
