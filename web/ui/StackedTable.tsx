import type { ReactNode } from "react";
import { createContext, use } from "react";
import { cn } from "./cn.ts";
import { Skeleton, SkeletonGroup } from "./Skeleton.tsx";

/**
 * The class names are written out completely, because Tailwind does not find names that are
 * composed at runtime. The widths are those of the table's container.
 */
const LAYOUTS = {
  "2xl": {
    frame: "@2xl:overflow-hidden @2xl:rounded-xl @2xl:border @2xl:bg-surface",
    table: "@2xl:table",
    head: "@2xl:table-header-group",
    body: "@2xl:table-row-group",
    row: "@2xl:table-row @2xl:border-x-0 @2xl:border-b-0 @2xl:first:border-t-0",
    cell: "@2xl:table-cell @2xl:border-0 @2xl:px-3 @2xl:weak:py-3 @2xl:align-top @2xl:first:pl-5 @2xl:last:pr-3",
    actions: "@2xl:static @2xl:py-0.5",
    label: "@2xl:hidden",
  },
  "4xl": {
    frame: "@4xl:overflow-hidden @4xl:rounded-xl @4xl:border @4xl:bg-surface",
    table: "@4xl:table",
    head: "@4xl:table-header-group",
    body: "@4xl:table-row-group",
    row: "@4xl:table-row @4xl:border-x-0 @4xl:border-b-0 @4xl:first:border-t-0",
    cell: "@4xl:table-cell @4xl:border-0 @4xl:px-3 @4xl:weak:py-3 @4xl:align-top @4xl:first:pl-5 @4xl:last:pr-3",
    actions: "@4xl:static @4xl:py-0.5",
    label: "@4xl:hidden",
  },
} as const;

type Width = keyof typeof LAYOUTS;

const LayoutContext = createContext<(typeof LAYOUTS)[Width]>(LAYOUTS["2xl"]);

interface StackedTableProps {
  /** Accessible name of the table. */
  label: string;
  columns: readonly string[];
  /**
   * The container width from which rows form a table (2xl 672 px, 4xl 896 px). In narrower
   * containers, each row is a card.
   */
  tableFrom: Width;
  /** Whether the rows are outdated and will be replaced. */
  isBusy?: boolean;
  /** The rows, each of them a `StackedRow`. */
  children: ReactNode;
}

/** A table whose rows become cards in narrow containers, with the column's name in each cell. */
export function StackedTable({
  label,
  columns,
  tableFrom,
  isBusy = false,
  children,
}: StackedTableProps) {
  const layout = LAYOUTS[tableFrom];
  return (
    <LayoutContext value={layout}>
      <div className="@container">
        <div className={cn("transition-opacity", layout.frame, isBusy && "opacity-60")}>
          <table
            aria-label={label}
            aria-busy={isBusy}
            className={cn("block w-full text-sm", layout.table)}
          >
            <thead className={cn("hidden border-b bg-sunken text-xs text-muted", layout.head)}>
              <tr>
                {columns.map((column) => (
                  <th
                    key={column}
                    scope="col"
                    className="px-3 py-2.5 text-left font-medium whitespace-nowrap first:pl-5 last:text-right last:pr-5"
                  >
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className={cn("flex flex-col gap-3", layout.body)}>{children}</tbody>
          </table>
        </div>
      </div>
    </LayoutContext>
  );
}

/**
 * A row: a `StackedHeader`, `StackedCell`s, and at the end optional `StackedActions`. Code can move
 * the focus to the row, but the Tab key skips the row.
 */
export function StackedRow({ children }: { children: ReactNode }) {
  const { row } = use(LayoutContext);
  return (
    <tr
      data-list-item
      tabIndex={-1}
      className={cn(
        "relative grid grid-cols-[repeat(auto-fill,minmax(min(9rem,45%),1fr))] gap-x-4 gap-y-3 rounded-xl border bg-surface px-4 pt-4 pb-1.5 -outline-offset-2 has-[[data-corner]]:pb-4 @xl:pb-4",
        row,
      )}
    >
      {children}
    </tr>
  );
}

/** The cell that names its row. */
export function StackedHeader({ children }: { children: ReactNode }) {
  const { cell } = use(LayoutContext);
  return (
    <th
      scope="row"
      className={cn(
        "col-span-full block min-w-0 text-left font-normal in-[tr:has([data-corner])]:pr-24 @xl:pr-40",
        cell,
      )}
    >
      {children}
    </th>
  );
}

interface StackedCellProps {
  /** The column's name, shown if the row is a card. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** A cell between the row's header and the row's buttons. */
export function StackedCell({ label, className, children }: StackedCellProps) {
  const layout = use(LayoutContext);
  return (
    <td className={cn("block min-w-0", layout.cell, className)}>
      <span className={cn("mb-0.5 block text-xs text-muted", layout.label)}>{label}</span>
      {children}
    </td>
  );
}

interface StackedActionsProps {
  /** Whether at most two icons are shown, which fit into the corner of a card on phones as well. */
  areIcons?: boolean;
  children: ReactNode;
}

/** The row's buttons: below a card on phones unless they are icons, otherwise in its corner. */
export function StackedActions({ areIcons = false, children }: StackedActionsProps) {
  const { cell, actions } = use(LayoutContext);
  return (
    <td
      data-corner={areIcons ? "" : undefined}
      className={cn(
        areIcons
          ? "absolute top-2 right-2"
          : "col-span-full -mx-4 block border-t px-2 pt-1.5 @xl:absolute @xl:top-2 @xl:right-2 @xl:mx-0 @xl:border-0 @xl:p-0",
        cell,
        actions,
      )}
    >
      <div className="flex min-h-10 items-center justify-end">{children}</div>
    </td>
  );
}

interface StackedTableSkeletonProps {
  /** Text for screen readers, such as 'Loading companies'. */
  label: string;
  rows?: number;
}

/** Replaces a `StackedTable` while its rows are loading. */
export function StackedTableSkeleton({ label, rows = 5 }: StackedTableSkeletonProps) {
  return (
    <SkeletonGroup
      label={label}
      className="max-md:flex max-md:flex-col max-md:gap-3 md:overflow-hidden md:rounded-xl md:border md:bg-surface"
    >
      <div aria-hidden="true" className="h-9 border-b bg-sunken max-md:hidden" />
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className={cn(
            "flex items-center gap-6 px-5 py-4",
            "max-md:min-h-48 max-md:items-start max-md:rounded-xl max-md:border max-md:bg-surface",
            row > 0 && "md:border-t",
          )}
        >
          <div className="min-w-0 flex-1">
            <Skeleton className="w-2/5" />
            <Skeleton className="mt-2 h-3 w-3/5" />
          </div>
          <Skeleton className="w-20 max-md:hidden" />
          <Skeleton className="w-24 max-md:hidden" />
          <Skeleton className="w-16" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
