import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import type { BoardCategory } from "#contract/categories.ts";
import type { FeedbackFilter } from "#contract/feedbackFilters.ts";
import {
  FEEDBACK_SORT_LABELS,
  FEEDBACK_SORTS,
  MINE_FILTER_LABELS,
  MINE_FILTERS,
} from "#contract/feedbackFilters.ts";
import {
  FEEDBACK_CATEGORIES,
  FEEDBACK_CATEGORY_LABELS,
  FEEDBACK_STATUS_LABELS,
  FEEDBACK_STATUSES,
  ROADMAP_STATUSES,
} from "#contract/feedbackLabels.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { cn } from "#web/ui/cn.ts";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import type { FeedbackFilters } from "./feedbackFilters.ts";
import { readFilters } from "./feedbackFilters.ts";

interface FilterSelectsProps {
  filters: FeedbackFilters;
  onChange: (changes: Partial<FeedbackFilters>) => void;
  /** The board categories. If there are none, the select for board categories is not displayed. */
  categories: readonly BoardCategory[];
  isAdmin: boolean;
  /** The admins' select, which contains the filter by the viewer's own items. */
  peopleSelect: ReactNode;
}

/**
 * The selects of the filter bar. The names and values of the selects are those of the URL
 * parameters. Signed-in users see one more select than visitors. For signed-in users, the selects
 * are narrower, so that all selects and the search fit into one row.
 */
export function FilterSelects(props: FilterSelectsProps) {
  const { filters, onChange, categories, isAdmin, peopleSelect } = props;
  const isSignedIn = useCurrentUser() !== null;
  const select = (name: FeedbackFilter, none = "all") => ({
    name,
    value: String(filters[name] ?? none),
    // The parser of the URL parameters converts the value to a filter.
    onChoose: (value: string) =>
      onChange({ [name]: readFilters(new URLSearchParams({ [name]: value }))[name] }),
  });
  return (
    <>
      <FilterSelect
        aria-label="Category"
        className={cn(isSignedIn && "md:max-w-35")}
        {...select("category")}
      >
        <option value="all">All categories</option>
        <Options values={FEEDBACK_CATEGORIES} labels={FEEDBACK_CATEGORY_LABELS} />
      </FilterSelect>
      <StatusSelect filters={filters} onChange={onChange} isAdmin={isAdmin} />
      {categories.length > 0 ? (
        <FilterSelect
          aria-label="Topic"
          className={cn("min-[28rem]:col-span-2", isSignedIn ? "md:max-w-30" : "md:max-w-46")}
          {...select("boardCategoryId", "")}
        >
          <option value="">All topics</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FilterSelect>
      ) : null}
      {peopleSelect}
      {isSignedIn && !isAdmin ? (
        <FilterSelect aria-label="My feedback" className="md:max-w-32" {...select("mine")}>
          <option value="all">All people</option>
          <Options values={MINE_FILTERS} labels={MINE_FILTER_LABELS} />
        </FilterSelect>
      ) : null}
      <SortSelect
        isSignedIn={isSignedIn}
        isSearch={filters.search !== "" || filters.sort === "match"}
        {...select("sort")}
      />
    </>
  );
}

type StatusSelectProps = Pick<FilterSelectsProps, "filters" | "onChange" | "isAdmin">;

/**
 * The filter by status. Only admins can choose unanswered items. Closed items can be chosen unless
 * the list contains only the viewer's own items.
 */
function StatusSelect({ filters, onChange, isAdmin }: StatusSelectProps) {
  const choose = (value: string) => {
    const { status, unanswered, state } = readFilters(new URLSearchParams({ status: value }));
    onChange({ status, unanswered, state });
  };
  return (
    <FilterSelect
      name="status"
      aria-label="Status"
      className={isAdmin ? "md:max-xl:max-w-33" : "md:max-xl:max-w-36"}
      value={shownStatus(filters)}
      onChoose={choose}
    >
      <option value="all">All statuses</option>
      <Options
        values={isAdmin ? FEEDBACK_STATUSES : ROADMAP_STATUSES}
        labels={FEEDBACK_STATUS_LABELS}
      />
      {isAdmin ? <option value="unanswered">Unanswered</option> : null}
      {filters.mine === null ? <option value="closed">Closed</option> : null}
    </FilterSelect>
  );
}

function shownStatus({ status, unanswered, state }: FeedbackFilters): string {
  if (state === "closed") return state;
  return unanswered ? "unanswered" : (status ?? "all");
}

type SortSelectProps = Omit<ComponentProps<typeof FilterSelect>, "id" | "className">;

/** The select of the order. Only searches can be ordered by the best match. */
function SortSelect({
  isSignedIn,
  isSearch,
  ...select
}: SortSelectProps & { isSignedIn: boolean; isSearch: boolean }) {
  const id = useId();
  return (
    <span
      className={cn(
        "min-[28rem]:col-span-2 flex min-w-0 items-center gap-2",
        !isSignedIn && "md:ml-1",
      )}
    >
      <label
        htmlFor={id}
        className={cn("text-sm whitespace-nowrap text-muted", isSignedIn && "md:sr-only")}
      >
        Sort by
      </label>
      <FilterSelect id={id} className="flex-1" {...select}>
        <Options
          values={FEEDBACK_SORTS.filter((sort) => isSearch || sort !== "match")}
          labels={FEEDBACK_SORT_LABELS}
        />
      </FilterSelect>
    </span>
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
