import { LoadMore } from "./LoadMore.tsx";
import type { PagedQuery } from "./useRevealedPages.ts";
import { useRevealedPages } from "./useRevealedPages.ts";

interface NextPageProps {
  list: PagedQuery;
  /** Number of pages loaded. */
  loaded: number;
  /** Said when the next page could not be loaded. */
  errorMessage: string;
  /** What the button says, "Load more" by default. */
  label?: string;
  /** What the list is of, said to screen readers where a page has several. */
  name?: string | undefined;
  onPress: () => void;
  className?: string;
}

/** The end of a list that shows every page it has loaded. What is asked for comes, also when the list is fetched again meanwhile. */
export function NextPage({
  list,
  loaded,
  errorMessage,
  label,
  name,
  onPress,
  className,
}: NextPageProps) {
  const { hasMore, isWanting, revealNext } = useRevealedPages(loaded, list);
  if (!hasMore) return null;
  const hasFailed = isWanting && list.isFetchNextPageError && !list.isFetching;
  return (
    <LoadMore
      pending={isWanting && list.isFetching}
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
