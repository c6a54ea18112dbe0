import type { RefObject } from "react";
import { MEMBER_COUNT_LIMIT, MEMBER_ROLES } from "#contract/members.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { TableToolbar } from "#web/ui/TableToolbar.tsx";
import type { MemberFilters } from "./memberFilters.ts";
import { SEARCH_LENGTH } from "./memberFilters.ts";
import { ROLE_LABELS } from "./roleLabels.ts";

interface MemberToolbarProps {
  filters: MemberFilters;
  onChange: (changes: Partial<MemberFilters>) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  /** Number of matching members; undefined until the first page has loaded. */
  total: number | undefined;
}

/** The search field and the filter by role above the list of members. */
export function MemberToolbar({ filters, onChange, searchRef, total }: MemberToolbarProps) {
  return (
    <TableToolbar
      label="Members"
      searchLabel="Search members"
      searchPlaceholder="Search name or address..."
      searchMaxLength={SEARCH_LENGTH}
      searchClassName="basis-full sm:basis-0"
      search={filters.search}
      onSearch={(search) => onChange({ search })}
      searchRef={searchRef}
      count={total === undefined ? null : totalLabel(total)}
      className="gap-x-3"
    >
      <FilterSelect
        aria-label="Role"
        className="max-sm:w-full sm:max-w-56"
        value={filters.role}
        onChoose={(role) => onChange({ role })}
      >
        <option value="">All roles</option>
        {MEMBER_ROLES.map((role) => (
          <option key={role} value={role}>
            {ROLE_LABELS[role].label}
          </option>
        ))}
      </FilterSelect>
    </TableToolbar>
  );
}

/**
 * Returns a text such as '3 members'. At the limit, returns 'At least 10,000 members', because no
 * more members are counted.
 */
function totalLabel(total: number): string {
  const label = countLabel(total, "member");
  return total === MEMBER_COUNT_LIMIT ? `At least ${label}` : label;
}
