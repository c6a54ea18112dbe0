import { useId } from "react";
import { useSearchParams } from "#web/navigation/NavigationContext.tsx";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";
import { SearchInput } from "#web/ui/SearchInput.tsx";
import type { CompanyFilters } from "./companyFilters.ts";
import {
  COMPANY_SORT_LABELS,
  COMPANY_SORTS,
  readCompanyFilters,
  SEARCH_LENGTH,
  writeCompanyFilters,
} from "./companyFilters.ts";

/** Search and order of the companies; they live in the address. */
export function CompaniesToolbar({ total }: { total: number | undefined }) {
  const [params, changeParams] = useSearchParams();
  const filters = readCompanyFilters(params);
  const sortId = useId();
  const change = (changes: Partial<CompanyFilters>) =>
    changeParams((current) => writeCompanyFilters(current, { ...readCompanyFilters(current), ...changes }), {
      replace: true,
      keepScroll: true,
    });
  return (
    <div role="search" aria-label="Companies" className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-48 flex-1 sm:max-w-sm">
        <SearchInput
          label="Search companies"
          placeholder="Search companies..."
          value={filters.search}
          onSearch={(search) => change({ search })}
          maxLength={SEARCH_LENGTH}
        />
      </div>
      <span className="flex items-center gap-2">
        <label htmlFor={sortId} className="text-sm whitespace-nowrap text-muted">
          Sort by
        </label>
        <NativeSelect
          id={sortId}
          value={filters.sort}
          onChange={({ target }) =>
            change({ sort: readCompanyFilters(new URLSearchParams({ sort: target.value })).sort })
          }
        >
          {COMPANY_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {COMPANY_SORT_LABELS[sort]}
            </option>
          ))}
        </NativeSelect>
      </span>
      <p role="status" className="min-h-5 text-sm text-muted tabular-nums sm:ml-auto">
        {total === undefined
          ? null
          : `${total.toLocaleString("en")} ${total === 1 ? "company" : "companies"}`}
      </p>
    </div>
  );
}
