import { useId } from "react";
import type { FeedbackFilter } from "#contract/feedbackFilters.ts";
import { FEEDBACK_SORT_LABELS, FEEDBACK_SORTS } from "#contract/feedbackFilters.ts";
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_CATEGORY_LABELS,
  FEEDBACK_STATUS_LABELS,
  FEEDBACK_STATUSES,
  ROADMAP_STATUSES,
} from "#contract/feedbackLabels.ts";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import type { FeedbackFilters } from "./feedbackFilters.ts";
import { readFilters } from "./feedbackFilters.ts";
import type { FeedbackFilterState } from "./useFeedbackFilters.ts";

export interface FilterFieldsProps {
  filters: FeedbackFilters;
  onChange: FeedbackFilterState["change"];
}

/**
 * Returns the properties of the select for a filter. The names and values of selects are those of
 * the URL parameters.
 * @param none the value that does not filter
 */
export const filterSelect = (
  { filters, onChange }: FilterFieldsProps,
  name: FeedbackFilter,
  none = "all",
) => ({
  name,
  value: String(filters[name] ?? none),
  // The parser of the URL parameters converts the value to a filter.
  onChoose: (value: string) =>
    onChange({ [name]: readFilters(new URLSearchParams({ [name]: value }))[name] }),
});

/** The specified selects of the filter bar: category, status and order. */
export function FilterSelects({ isAdmin, ...fields }: FilterFieldsProps & { isAdmin: boolean }) {
  const { search, sort } = fields.filters;
  const sortId = useId();
  const isSearch = search !== "" || sort === "match";
  return (
    <>
      <FilterSelect
        aria-label="Category"
        className="md:min-w-40 md:max-xl:flex-1"
        {...filterSelect(fields, "category")}
      >
        <option value="all">All categories</option>
        <Options values={FEEDBACK_CATEGORIES} labels={FEEDBACK_CATEGORY_LABELS} />
      </FilterSelect>
      <FilterSelect
        aria-label="Status"
        className="md:min-w-45 md:max-xl:flex-1"
        {...filterSelect(fields, "status")}
      >
        <option value="all">All statuses</option>
        <Options
          values={isAdmin ? FEEDBACK_STATUSES : ROADMAP_STATUSES}
          labels={FEEDBACK_STATUS_LABELS}
        />
      </FilterSelect>
      <span className="flex min-w-0 items-center gap-2 min-[28rem]:col-span-2 md:ml-1 md:max-xl:flex-1">
        <label htmlFor={sortId} className="text-sm whitespace-nowrap text-muted">
          Sort by
        </label>
        <FilterSelect id={sortId} className="flex-1 md:min-w-39" {...filterSelect(fields, "sort")}>
          {/* Only searches can be ordered by the best match. */}
          <Options
            values={FEEDBACK_SORTS.filter((each) => isSearch || each !== "match")}
            labels={FEEDBACK_SORT_LABELS}
          />
        </FilterSelect>
      </span>
    </>
  );
}

interface OptionsProps<Value extends string> {
  values: readonly Value[];
  labels: Readonly<Record<Value, string>>;
}

export function Options<Value extends string>({ values, labels }: OptionsProps<Value>) {
  return values.map((value) => (
    <option key={value} value={value}>
      {labels[value]}
    </option>
  ));
}
