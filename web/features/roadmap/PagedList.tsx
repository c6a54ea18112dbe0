import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Page } from "#contract/endpoint.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { NextPage, useFocusOnNewRow } from "#web/ui/NextPage.tsx";

interface PagedListProps<Item extends { id: number }> {
  query: UseInfiniteQueryResult<{ pages: Page<Item>[] }>;
  /** The skeleton of the list, displayed until the first page has loaded. */
  skeleton: ReactNode;
  empty: ReactNode;
  errorMessage: string;
  /** The list's name, which screen readers read out after 'Load more'. */
  name: string;
  /** Renders the loaded items. The focusable element of each item must have `data-list-item`. */
  children: (items: Item[]) => ReactNode;
}

/**
 * A paged list with loading, error and empty states. 'Load more' moves the focus to the first new
 * item.
 */
export function PagedList<Item extends { id: number }>({
  query,
  skeleton,
  empty,
  errorMessage,
  name,
  children,
}: PagedListProps<Item>) {
  const items = uniqueItems(query.data?.pages ?? []);
  const { box, expectMore } = useFocusOnNewRow(items.length);
  if (query.isPending) return skeleton;
  if (!query.data) {
    return (
      <ErrorState
        message={errorMessage}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (items.length === 0) return empty;
  return (
    <div ref={box}>
      {children(items)}
      <NextPage
        list={query}
        loaded={query.data.pages.length}
        errorMessage={errorMessage}
        name={name}
        onPress={expectMore}
      />
    </div>
  );
}

/** Removes duplicates, because a vote between two requests can move an item to the next page. */
function uniqueItems<Item extends { id: number }>(pages: Page<Item>[]): Item[] {
  return [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()];
}
