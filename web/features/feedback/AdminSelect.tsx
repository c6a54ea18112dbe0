import type { ComponentProps } from "react";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { ADMIN_FILTER_LABELS } from "./adminFilterLabels.ts";
import { ADMIN_FILTERS } from "./feedbackFilters.ts";

/** The filter of admins: items without an answer, or items assigned to them. */
export function AdminSelect(props: ComponentProps<typeof FilterSelect>) {
  return (
    <FilterSelect aria-label="Show" {...props}>
      <option value="all">All items</option>
      {ADMIN_FILTERS.map((value) => (
        <option key={value} value={value}>
          {ADMIN_FILTER_LABELS[value]}
        </option>
      ))}
    </FilterSelect>
  );
}
