import type { RefObject } from "react";
import { useId } from "react";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { SearchInput } from "#web/ui/SearchInput.tsx";
import type { CompanyFilters } from "./companyFilters.ts";
import {
  COMPANY_SORT_LABELS,
  COMPANY_SORTS,
  readCompanyFilters,
  SEARCH_LENGTH,
} from "./companyFilters.ts";

interface CompaniesToolbarProps {
  filters: CompanyFilters;
  onChange: (changes: Partial<CompanyFilters>) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  total: number | undefined;
}

/** Search and order of the companies. */
export function CompaniesToolbar({ filters, onChange, searchRef, total }: CompaniesToolbarProps) {
  const sortId = useId();
  return (
    <form
      role="search"
      aria-label="Companies"
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      <div className="min-w-48 flex-1 sm:max-w-sm">
        <SearchInput
          label="Search companies"
          placeholder="Search companies..."
          value={filters.search}
          onSearch={(search) => onChange({ search })}
          ref={searchRef}
          maxLength={SEARCH_LENGTH}
        />
      </div>
      <span className="flex items-center gap-2">
        <label htmlFor={sortId} className="text-sm whitespace-nowrap text-muted">
          Sort by
        </label>
        <FilterSelect
          id={sortId}
          value={filters.sort}
          onChoose={(sort) =>
            onChange({ sort: readCompanyFilters(new URLSearchParams({ sort })).sort })
          }
        >
          {COMPANY_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {COMPANY_SORT_LABELS[sort]}
            </option>
          ))}
        </FilterSelect>
      </span>
      <p role="status" className="min-h-5 text-sm text-muted tabular-nums sm:ml-auto">
        {total === undefined
          ? null
          : `${total.toLocaleString("en")} ${total === 1 ? "company" : "companies"}`}
      </p>
    </form>
  );
}
