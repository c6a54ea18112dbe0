import { useId } from "react";
import type { BoardCategory } from "#contract/categories.ts";
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_CATEGORY_LABELS,
  FEEDBACK_SORT_LABELS,
  FEEDBACK_SORTS,
  FEEDBACK_STATUS_LABELS,
  FEEDBACK_STATUSES,
} from "#contract/feedback.ts";
import { NativeSelect } from "#web/ui/NativeSelect.tsx";
import type { FeedbackFilters } from "./feedbackFilters.ts";
import { readFilters } from "./feedbackFilters.ts";

interface FilterSelectsProps {
  filters: FeedbackFilters;
  onChange: (changes: Partial<FeedbackFilters>) => void;
  categories: readonly BoardCategory[];
}

/** The selects of the filter bar. Their names and values are those of the address. */
export function FilterSelects({ filters, onChange, categories }: FilterSelectsProps) {
  const sortId = useId();
  const change = (name: "category" | "status" | "boardCategoryId" | "sort", value: string) => {
    // The address' own rules say what a value means.
    onChange({ [name]: readFilters(new URLSearchParams({ [name]: value }))[name] });
  };
  return (
    <>
      <NativeSelect
        aria-label="Category"
        name="category"
        value={filters.category}
        onChange={(event) => change("category", event.target.value)}
      >
        <option value="all">All categories</option>
        {FEEDBACK_CATEGORIES.map((category) => (
          <option key={category} value={category}>
            {FEEDBACK_CATEGORY_LABELS[category]}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label="Status"
        name="status"
        value={filters.status}
        onChange={(event) => change("status", event.target.value)}
        className="md:max-w-40"
      >
        <option value="all">All statuses</option>
        {FEEDBACK_STATUSES.map((status) => (
          <option key={status} value={status}>
            {FEEDBACK_STATUS_LABELS[status]}
          </option>
        ))}
      </NativeSelect>
      {categories.length > 0 ? (
        <NativeSelect
          aria-label="Board category"
          name="boardCategoryId"
          value={filters.boardCategoryId ?? ""}
          onChange={(event) => change("boardCategoryId", event.target.value)}
          className="md:max-w-40"
        >
          <option value="">All board categories</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      ) : null}
      <span className="flex min-w-0 items-center gap-2 md:ml-1">
        <label htmlFor={sortId} className="sr-only text-sm text-muted md:not-sr-only">
          Sort by
        </label>
        <NativeSelect
          id={sortId}
          name="sort"
          value={filters.sort}
          onChange={(event) => change("sort", event.target.value)}
          className="flex-1"
        >
          {FEEDBACK_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {FEEDBACK_SORT_LABELS[sort]}
            </option>
          ))}
        </NativeSelect>
      </span>
    </>
  );
}
