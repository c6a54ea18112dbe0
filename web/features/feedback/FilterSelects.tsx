import { useId } from "react";
import type { BoardCategory } from "#contract/categories.ts";
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_CATEGORY_LABELS,
  FEEDBACK_SORT_LABELS,
  FEEDBACK_SORTS,
  FEEDBACK_STATUS_LABELS,
  FEEDBACK_STATUSES,
  ROADMAP_STATUSES,
} from "#contract/feedbackLabels.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import type { FeedbackFilters } from "./feedbackFilters.ts";
import { readFilters } from "./feedbackFilters.ts";

// Signed-out visitors do not need this select.
const MineSelect = lazyPart(async () => (await import("./MineSelect.tsx")).MineSelect);

const AdminSelect = lazyPart(async () => (await import("./AdminSelect.tsx")).AdminSelect);

interface FilterSelectsProps {
  filters: FeedbackFilters;
  onChange: (changes: Partial<FeedbackFilters>) => void;
  categories: readonly BoardCategory[];
  isAdmin: boolean;
}

type SelectName = "category" | "boardCategoryId" | "mine" | "show" | "sort";

/** The selects of the filter bar. Their names and values are those of the address parameters. */
export function FilterSelects({ filters, onChange, categories, isAdmin }: FilterSelectsProps) {
  const sortId = useId();
  const select = (name: SelectName) => ({
    name,
    value: String(filters[name] ?? ""),
    // The parser of the address parameters converts the value to a filter.
    onChoose: (value: string) =>
      onChange({ [name]: readFilters(new URLSearchParams({ [name]: value }))[name] }),
  });
  const chooseStatus = (value: string) => {
    const { status, state } = readFilters(new URLSearchParams({ status: value }));
    onChange({ status, state });
  };
  return (
    <>
      <FilterSelect aria-label="Category" {...select("category")}>
        <option value="all">All categories</option>
        <Options values={FEEDBACK_CATEGORIES} labels={FEEDBACK_CATEGORY_LABELS} />
      </FilterSelect>
      <FilterSelect
        name="status"
        aria-label="Status"
        className="md:max-xl:max-w-36"
        value={filters.state === "closed" ? "closed" : filters.status}
        onChoose={chooseStatus}
      >
        <option value="all">All statuses</option>
        <Options
          values={isAdmin ? FEEDBACK_STATUSES : ROADMAP_STATUSES}
          labels={FEEDBACK_STATUS_LABELS}
        />
        {filters.mine === "all" ? <option value="closed">Closed</option> : null}
      </FilterSelect>
      {categories.length > 0 ? (
        <FilterSelect
          aria-label="Topic"
          className="min-[28rem]:col-span-2 md:max-w-46"
          {...select("boardCategoryId")}
        >
          <option value="">All topics</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FilterSelect>
      ) : null}
      {useCurrentUser() ? <MineSelect {...select("mine")} /> : null}
      {isAdmin ? <AdminSelect {...select("show")} /> : null}
      <span className="min-[28rem]:col-span-2 flex min-w-0 items-center gap-2 md:ml-1">
        <label htmlFor={sortId} className="text-sm whitespace-nowrap text-muted">
          Sort by
        </label>
        <FilterSelect id={sortId} className="flex-1" {...select("sort")}>
          <Options values={FEEDBACK_SORTS} labels={FEEDBACK_SORT_LABELS} />
        </FilterSelect>
      </span>
    </>
  );
}

interface OptionsProps<Value extends string> {
  values: readonly Value[];
  labels: Readonly<Record<Value, string>>;
}

function Options<Value extends string>({ values, labels }: OptionsProps<Value>) {
  return values.map((value) => (
    <option key={value} value={value}>
      {labels[value]}
    </option>
  ));
}
