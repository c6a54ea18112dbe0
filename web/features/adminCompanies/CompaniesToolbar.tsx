import type { RefObject } from "react";
import { useId } from "react";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { TableToolbar } from "#web/ui/TableToolbar.tsx";
import type { CompanyFilters } from "./companyFilters.ts";
import {
  COMPANY_SORT_LABELS,
  COMPANY_SORTS,
  readCompanySort,
  SEARCH_LENGTH,
} from "./companyFilters.ts";

interface CompaniesToolbarProps {
  filters: CompanyFilters;
  onChange: (changes: Partial<CompanyFilters>) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  /** Number of matching companies; undefined until the first page of the list has loaded. */
  total: number | undefined;
}

/** The search field and the sort order of the companies table. */
export function CompaniesToolbar({ filters, onChange, searchRef, total }: CompaniesToolbarProps) {
  const sortId = useId();
  return (
    <TableToolbar
      label="Companies"
      searchLabel="Search companies"
      searchPlaceholder="Search companies..."
      searchMaxLength={SEARCH_LENGTH}
      search={filters.search}
      onSearch={(search) => onChange({ search })}
      searchRef={searchRef}
      count={
        total === undefined
          ? null
          : `${total.toLocaleString("en")} ${total === 1 ? "company" : "companies"}`
      }
    >
      <span className="flex items-center gap-2">
        <label htmlFor={sortId} className="text-sm whitespace-nowrap text-muted">
          Sort by
        </label>
        <FilterSelect
          id={sortId}
          value={filters.sort}
          onChoose={(sort) => onChange({ sort: readCompanySort(sort) })}
        >
          {COMPANY_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {COMPANY_SORT_LABELS[sort]}
            </option>
          ))}
        </FilterSelect>
      </span>
    </TableToolbar>
  );
}
