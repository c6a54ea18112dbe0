import type { ComponentProps, ReactNode } from "react";
import type { LoadedQuery } from "./LoadedContent.tsx";
import { LoadedContent } from "./LoadedContent.tsx";
import { NextPage, useFocusOnNewRow } from "./NextPage.tsx";
import { StackedTable } from "./StackedTable.tsx";
import { StackedTableSkeleton } from "./StackedTableSkeleton.tsx";
import type { PagedQuery } from "./LoadMore.tsx";

interface Pages<Row> {
  readonly pages: readonly { readonly items: readonly Row[] }[];
}

export interface PagedTableProps<Row> extends Pick<
  ComponentProps<typeof StackedTable>,
  "label" | "columns" | "tableFrom"
> {
  /** The infinite query of the rows. */
  list: PagedQuery & LoadedQuery<Pages<Row>> & { readonly isPlaceholderData: boolean };
  /**
   * Identifies the filters. When the filters change, a pending request for the next page is
   * discarded.
   */
  listKey: string;
  /** Text for screen readers while the first page loads, such as 'Loading companies'. */
  loadingLabel: string;
  skeletonRows?: number;
  /** Displayed when the first page or a following page could not be loaded. */
  errorMessage: string;
  /** Displayed when there are no rows. */
  empty: ReactNode;
  /** Renders one row: a `StackedRow` with its key. */
  renderRow: (row: Row) => ReactNode;
}

/** A table that loads its rows page by page, with its skeleton, empty and error states. */
export function PagedTable<Row>({
  loadingLabel,
  skeletonRows,
  empty,
  ...table
}: PagedTableProps<Row>) {
  return (
    <LoadedContent
      query={table.list}
      skeleton={
        <StackedTableSkeleton
          label={loadingLabel}
          {...(skeletonRows !== undefined && { rows: skeletonRows })}
        />
      }
      errorMessage={table.errorMessage}
    >
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        return rows.length === 0 ? empty : <Rows {...table} rows={rows} loaded={pages.length} />;
      }}
    </LoadedContent>
  );
}

interface RowsProps<Row> extends Omit<
  PagedTableProps<Row>,
  "loadingLabel" | "skeletonRows" | "empty"
> {
  rows: readonly Row[];
  /** Number of pages loaded. */
  loaded: number;
}

/** Renders the rows. After 'Load more', the first new row gets the focus. */
function Rows<Row>(props: RowsProps<Row>) {
  const { list, listKey, label, columns, tableFrom, errorMessage, renderRow, rows, loaded } = props;
  const { box, expectMore } = useFocusOnNewRow(rows.length);
  return (
    <div ref={box}>
      <StackedTable
        label={label}
        columns={columns}
        tableFrom={tableFrom}
        isBusy={list.isPlaceholderData}
      >
        {rows.map(renderRow)}
      </StackedTable>
      <NextPage
        key={list.isPlaceholderData ? "outdated" : `list ${listKey}`}
        list={list}
        loaded={loaded}
        errorMessage={errorMessage}
        onPress={expectMore}
      />
    </div>
  );
}
