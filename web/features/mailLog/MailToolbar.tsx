import type { RefObject } from "react";
import { DELIVERY_COUNT_LIMIT, MAIL_STATES } from "#contract/mailDeliveries.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { RemovableFilter } from "#web/ui/RemovableFilter.tsx";
import { TableToolbar } from "#web/ui/TableToolbar.tsx";
import type { MailFilters } from "./mailFilters.ts";
import { SEARCH_LENGTH } from "./mailFilters.ts";
import { STATE_LABELS } from "./mailLabels.ts";

interface MailToolbarProps {
  filters: MailFilters;
  onChange: (changes: Partial<MailFilters>) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  /**
   * Name of the company by which the list is filtered. The name is taken from the loaded mails;
   * null if no loaded mail belongs to the company.
   */
  companyName: string | null;
  /** Number of matching mails; undefined until the first page has loaded. */
  total: number | undefined;
}

/** The search field and the filters of a list of mails. */
export function MailToolbar(props: MailToolbarProps) {
  const { filters, onChange, searchRef, companyName, total } = props;
  const { search, state, companyId } = filters;
  return (
    <TableToolbar
      label="Mails"
      searchLabel="Search mails"
      searchPlaceholder="Search address or title..."
      searchMaxLength={SEARCH_LENGTH}
      searchClassName="basis-full sm:basis-0"
      search={search}
      onSearch={(text) => onChange({ search: text })}
      searchRef={searchRef}
      count={total === undefined ? null : totalLabel(total)}
      className="gap-x-3"
    >
      <FilterSelect
        aria-label="State"
        className="max-sm:w-full sm:max-w-56"
        value={state}
        onChoose={(chosen) => onChange({ state: chosen })}
      >
        <option value="">All states</option>
        {MAIL_STATES.map((value) => (
          <option key={value} value={value}>
            {STATE_LABELS[value].label}
          </option>
        ))}
      </FilterSelect>
      {companyId === null ? null : (
        <RemovableFilter
          label={companyName ?? `Company ${String(companyId)}`}
          removeLabel="Show all companies"
          onRemove={() => onChange({ companyId: null })}
          searchRef={searchRef}
        />
      )}
    </TableToolbar>
  );
}

/**
 * Returns a text such as '3 mails'. For the maximum count, returns 'At least 10,000 mails', because
 * the server does not count beyond this number.
 */
function totalLabel(total: number): string {
  const label = countLabel(total, "mail");
  return total === DELIVERY_COUNT_LIMIT ? `At least ${label}` : label;
}
