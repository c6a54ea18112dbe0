import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { useFocusOnFirstNew } from "./useFocusOnFirstNew.ts";

interface PagedRowsProps {
  /** The query of the rows. */
  list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** Number of rows loaded. */
  count: number;
  /** Said when the next page could not be loaded. */
  errorMessage: string;
  /** A `StackedTable`. */
  children: ReactNode;
}

/** A table that goes on: its button fetches the next page, whose first row takes the focus. */
export function PagedRows({ list, count, errorMessage, children }: PagedRowsProps) {
  const { box, expectMore } = useFocusOnFirstNew(count);
  const loadMore = () => {
    expectMore();
    list.fetchNextPage();
  };
  return (
    <div ref={box}>
      {children}
      {list.hasNextPage ? (
        <div className="mt-4 flex flex-col items-center gap-2">
          {list.isFetchNextPageError ? (
            <p role="alert" className="text-sm text-danger-text">
              {errorMessage}
            </p>
          ) : null}
          <Button
            variant="secondary"
            pending={list.isFetchingNextPage}
            pendingLabel="Loading..."
            onClick={loadMore}
          >
            {list.isFetchNextPageError ? "Try again" : "Load more"}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
