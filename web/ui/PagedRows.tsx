import type { ReactNode } from "react";
import { NextPage } from "./NextPage.tsx";
import { useFocusOnNewRow } from "./useFocusOnNewRow.ts";
import type { PagedQuery } from "./useRevealedPages.ts";

interface PagedRowsProps {
  /** The query of the rows. */
  list: PagedQuery & {
    readonly data: { readonly pages: readonly unknown[] };
    readonly isPlaceholderData: boolean;
  };
  /** Changes with the filters: what was asked of one list is not asked of the next. */
  listKey: string;
  /** Number of rows loaded. */
  count: number;
  /** Said when the next page could not be loaded. */
  errorMessage: string;
  /** A `StackedTable`. */
  children: ReactNode;
}

/** A table that goes on: its button fetches the next page, whose first row takes the focus. */
export function PagedRows({ list, listKey, count, errorMessage, children }: PagedRowsProps) {
  const { box, expectMore } = useFocusOnNewRow(count);
  return (
    <div ref={box}>
      {children}
      <NextPage
        key={list.isPlaceholderData ? "outdated" : `list ${listKey}`}
        list={list}
        loaded={list.data.pages.length}
        errorMessage={errorMessage}
        onPress={expectMore}
      />
    </div>
  );
}
