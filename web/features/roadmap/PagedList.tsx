import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Page } from "#contract/endpoint.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { NextPage, useFocusOnNewRow } from "#web/ui/NextPage.tsx";

interface PagedListProps<Item> {
  query: UseInfiniteQueryResult<{ pages: Page<Item>[] }>;
  /** The skeleton of the list, displayed until the first page has loaded. */
  skeleton: ReactNode;
  empty: ReactNode;
  errorMessage: string;
  /** The list's name, which screen readers read out after 'Load more'. */
  name: string;
  /** Identifies an item; by default its id. */
  keyOf?: (item: Item) => number | string | undefined;
  /** Renders the loaded items. The focusable element of each item must have `data-list-item`. */
  children: (items: Item[]) => ReactNode;
}

/**
 * A paged list with loading, error and empty states. 'Load more' moves the focus to the first new
 * item.
 */
export function PagedList<Item extends object>({
  query,
  skeleton,
  empty,
  errorMessage,
  name,
  keyOf = idOf,
  children,
}: PagedListProps<Item>) {
  const items = uniqueItems(query.data?.pages ?? [], keyOf);
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

const idOf = (item: object) => ("id" in item ? (item.id as number) : undefined);

/** Removes duplicates, because a vote between two requests can move an item to the next page. */
function uniqueItems<Item>(pages: Page<Item>[], keyOf: (item: Item) => unknown): Item[] {
  return [
    ...new Map(pages.flatMap((page) => page.items).map((item) => [keyOf(item), item])).values(),
  ];
}
