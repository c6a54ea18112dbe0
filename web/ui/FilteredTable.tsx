import type { MouseEvent, ReactNode, RefObject } from "react";
import { Button } from "./Button.tsx";
import { cn } from "./cn.ts";
import { EmptyState } from "./EmptyState.tsx";
import { focusField } from "./focusField.ts";
import type { PagedTableProps } from "./PagedTable.tsx";
import { PagedTable } from "./PagedTable.tsx";
import { SearchInput } from "./SearchInput.tsx";
import type { IconComponent } from "./icons.ts";
import { X } from "./icons.ts";

/** The API accepts a search text of at most this many characters. */
const SEARCH_LENGTH = 200;

/** The filters of a table, which apply at once. */
export interface TableFilters<Filters> {
  readonly filters: Filters;
  readonly change: (changes: Partial<Filters>) => void;
  /** Whether a filter is set. The sort order is no filter. */
  readonly isFiltered: boolean;
  /**
   * Resets the filters when a button is pressed. The button disappears, so the search field gets
   * the focus.
   */
  readonly clear: (event: MouseEvent) => void;
  /** Reference to the search field. */
  readonly searchRef: RefObject<HTMLInputElement | null>;
}

interface ToolbarProps<Filters> {
  /** Names the search region for screen readers. */
  label: string;
  table: TableFilters<Filters>;
  searchPlaceholder: string;
  /** Controls of the filters in addition to the search. */
  controls?: ReactNode;
  /** Whether the controls need a row of their own on phones. */
  hasWideControls?: boolean;
  toolbarClassName?: string;
}

interface FilteredTableProps<Row, Filters>
  extends Omit<PagedTableProps<Row>, "listKey" | "empty">, ToolbarProps<Filters> {
  /** Returns the number of rows with its noun, such as '3 users'. */
  count: (total: number) => string;
  icon: IconComponent;
  /** Displayed with a button that clears the filters, if no row matches. */
  noMatches: string;
  clearLabel?: string;
  /** Displayed if there are no rows although no filter is set. Absent if that cannot happen. */
  empty?: ReactNode;
}

interface Searchable {
  readonly search: string;
}

/** A table that loads its rows page by page, below a search field, filters and the row count. */
export function FilteredTable<Row, Filters extends Searchable>({
  table,
  count,
  searchPlaceholder,
  controls,
  hasWideControls,
  toolbarClassName,
  icon,
  noMatches,
  clearLabel = "Clear filters",
  empty,
  ...rows
}: FilteredTableProps<Row, Filters>) {
  const total = rows.list.data?.pages.at(-1)?.total;
  const clearButton = (
    <Button variant="secondary" onClick={table.clear}>
      {clearLabel}
    </Button>
  );
  return (
    <>
      <Toolbar
        label={rows.label}
        table={table}
        searchPlaceholder={searchPlaceholder}
        controls={controls}
        hasWideControls={hasWideControls}
        toolbarClassName={toolbarClassName}
        count={total === undefined ? null : count(total)}
      />
      <PagedTable
        {...rows}
        listKey={JSON.stringify(table.filters)}
        empty={
          table.isFiltered || empty === undefined ? (
            <EmptyState icon={icon} title={noMatches} action={clearButton} />
          ) : (
            empty
          )
        }
      />
    </>
  );
}

function Toolbar<Filters extends Searchable>({
  label,
  table: { filters, change, searchRef },
  searchPlaceholder,
  controls,
  hasWideControls = false,
  toolbarClassName = "gap-x-3",
  count,
}: ToolbarProps<Filters> & { count: string | null }) {
  return (
    <form
      role="search"
      aria-label={label}
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
      className={cn("mb-4 flex flex-wrap items-center gap-y-2", toolbarClassName)}
    >
      <div
        className={cn("min-w-64 flex-1 sm:max-w-sm", hasWideControls && "basis-full sm:basis-0")}
      >
        <SearchInput
          ref={searchRef}
          label={`Search ${label.toLowerCase()}`}
          placeholder={searchPlaceholder}
          value={filters.search}
          onSearch={(search) => change({ search } as Partial<Filters>)}
          maxLength={SEARCH_LENGTH}
        />
      </div>
      {controls}
      <p role="status" className="min-h-5 text-sm text-muted tabular-nums sm:ml-auto">
        {count}
      </p>
    </form>
  );
}

interface CompanyRow {
  readonly companyId: number | null;
  readonly companyName: string | null;
}

interface CompanyFilterProps {
  table: TableFilters<{ readonly companyId: number | null }>;
  list: {
    readonly data: { pages: readonly { readonly items: readonly CompanyRow[] }[] } | undefined;
  };
}

/**
 * Displays the company by which a table is filtered, with a button that removes the filter. The
 * filter was set by a link or button outside the toolbar. The company's name is taken from the
 * loaded rows.
 */
export function CompanyFilter({
  table: {
    filters: { companyId },
    change,
    searchRef,
  },
  list,
}: CompanyFilterProps) {
  if (companyId === null) return null;
  const rows = list.data?.pages.flatMap(({ items }) => items);
  const row = rows?.find((candidate) => candidate.companyId === companyId);
  return (
    <Button
      variant="secondary"
      onClick={(event) => {
        // The button disappears.
        focusField(searchRef, event);
        change({ companyId: null });
      }}
    >
      <span className="max-w-60 truncate">
        {row?.companyName ?? `Company ${String(companyId)}`}
      </span>
      <X aria-hidden="true" className="text-muted" />
      <span className="sr-only">Show all companies</span>
    </Button>
  );
}
