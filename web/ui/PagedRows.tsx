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
  /** Changes with the filters. A request for the next page does not carry over to another list. */
  listKey: string;
  /** Number of loaded rows. */
  count: number;
  /** Message if the next page could not be loaded. */
  errorMessage: string;
  /** A `StackedTable`. */
  children: ReactNode;
}

/** A paged table. Its button loads the next page and moves the focus to its first row. */
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
