import type { ReactNode, RefObject } from "react";
import { cn } from "./cn.ts";
import { SearchInput } from "./SearchInput.tsx";

interface TableToolbarProps {
  /** Names the search region for screen readers. */
  label: string;
  searchLabel: string;
  searchPlaceholder: string;
  searchMaxLength: number;
  /** CSS class of the search field, for a row in which filters need more width. */
  searchClassName?: string;
  search: string;
  onSearch: (search: string) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  /** Number of rows with its noun, such as '3 users'; null until the number is known. */
  count: string | null;
  className?: string;
  /** Filters in addition to the search. */
  children?: ReactNode;
}

/** Search, filters and the number of rows above a table. The filters apply at once. */
export function TableToolbar({
  label,
  searchLabel,
  searchPlaceholder,
  searchMaxLength,
  searchClassName,
  search,
  onSearch,
  searchRef,
  count,
  className,
  children,
}: TableToolbarProps) {
  return (
    <form
      role="search"
      aria-label={label}
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
      className={cn("mb-4 flex flex-wrap items-center gap-y-2", className ?? "gap-x-4")}
    >
      <div className={cn("min-w-48 flex-1 sm:max-w-sm", searchClassName)}>
        <SearchInput
          ref={searchRef}
          label={searchLabel}
          placeholder={searchPlaceholder}
          value={search}
          onSearch={onSearch}
          maxLength={searchMaxLength}
        />
      </div>
      {children}
      <p role="status" className="min-h-5 text-sm text-muted tabular-nums sm:ml-auto">
        {count}
      </p>
    </form>
  );
}
