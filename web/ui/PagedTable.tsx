import type { ComponentProps, ReactNode } from "react";
import type { LoadedQuery } from "./LoadedContent.tsx";
import { LoadedContent } from "./LoadedContent.tsx";
import type { PagedQuery } from "./LoadMore.tsx";
import { NextPage, useFocusOnNewRow } from "./NextPage.tsx";
import { StackedTable, StackedTableSkeleton } from "./StackedTable.tsx";

interface Pages<Row> {
  readonly pages: readonly { readonly items: readonly Row[]; readonly total: number }[];
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
  listKey?: string;
  /** What the table lists, if not its label, for texts such as 'Failed to fetch companies'. */
  content?: string;
  skeletonRows?: number;
  /** Displayed when there are no rows. */
  empty: ReactNode;
  /** Renders one row: a `StackedRow` with its key. */
  renderRow: (row: Row) => ReactNode;
}

/** A table that loads its rows page by page, with its skeleton, empty and error states. */
export function PagedTable<Row>({
  listKey = "",
  content,
  skeletonRows = 5,
  empty,
  ...table
}: PagedTableProps<Row>) {
  const things = content ?? table.label.toLowerCase();
  const errorMessage = `Failed to fetch ${things}`;
  return (
    <LoadedContent
      query={table.list}
      skeleton={<StackedTableSkeleton label={`Loading ${things}`} rows={skeletonRows} />}
      errorMessage={errorMessage}
    >
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items);
        if (rows.length === 0) return empty;
        return (
          <Rows
            {...table}
            listKey={listKey}
            errorMessage={errorMessage}
            rows={rows}
            loaded={pages.length}
          />
        );
      }}
    </LoadedContent>
  );
}

interface RowsProps<Row> extends Omit<
  PagedTableProps<Row>,
  "listKey" | "content" | "skeletonRows" | "empty"
> {
  listKey: string;
  errorMessage: string;
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
