import type { RefObject } from "react";
import { USER_ROLE_LABELS, USER_ROLES } from "#contract/users.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { RemovableFilter } from "#web/ui/RemovableFilter.tsx";
import { TableToolbar } from "#web/ui/TableToolbar.tsx";
import type { UserFilters } from "./userFilters.ts";
import { SEARCH_LENGTH } from "./userFilters.ts";

interface UsersToolbarProps {
  filters: UserFilters;
  onChange: (changes: Partial<UserFilters>) => void;
  searchRef: RefObject<HTMLInputElement | null>;
  /**
   * Name of the company by which the table is filtered. The name is taken from the loaded accounts;
   * null if no loaded account belongs to the company.
   */
  companyName: string | null;
  /** Number of matching accounts; undefined until the first page has loaded. */
  total: number | undefined;
}

/**
 * The search field and the filters of the users table. The filter by company is set by a button in
 * a row of the table and removed by a button in the toolbar.
 */
export function UsersToolbar({
  filters: { search, role, companyId },
  onChange,
  searchRef,
  companyName,
  total,
}: UsersToolbarProps) {
  return (
    <TableToolbar
      label="Users"
      searchLabel="Search users"
      searchPlaceholder="Search users..."
      searchMaxLength={SEARCH_LENGTH}
      search={search}
      onSearch={(text) => onChange({ search: text })}
      searchRef={searchRef}
      count={total === undefined ? null : countLabel(total, "user")}
      className="gap-x-3"
    >
      <FilterSelect
        aria-label="Role"
        value={role}
        onChoose={(value) => onChange({ role: USER_ROLES.find((known) => known === value) ?? "" })}
      >
        <option value="">All roles</option>
        {USER_ROLES.map((value) => (
          <option key={value} value={value}>
            {USER_ROLE_LABELS[value]}
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
