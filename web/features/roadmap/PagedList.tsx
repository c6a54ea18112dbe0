import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Page } from "#contract/endpoint.ts";
import { ErrorState } from "#web/ui/ErrorState.tsx";
import { NextPage } from "#web/ui/NextPage.tsx";
import { useFocusOnNewRow } from "#web/ui/useFocusOnNewRow.ts";

interface PagedListProps<Item extends { id: number }> {
  query: UseInfiniteQueryResult<{ pages: Page<Item>[] }>;
  /** In the list's own shape. */
  skeleton: ReactNode;
  empty: ReactNode;
  errorMessage: string;
  /** What the list is of, said to screen readers after 'Load more'. */
  name: string;
  /** Draws the items loaded so far; what takes the focus in each is marked `data-list-item`. */
  children: (items: Item[]) => ReactNode;
}

/** A list in all its states, with 'Load more', which moves the focus to the first new item. */
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

/** Votes that come in between two pages can move an item from one to the next: it is shown once. */
function uniqueItems<Item extends { id: number }>(pages: Page<Item>[]): Item[] {
  return [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()];
}
