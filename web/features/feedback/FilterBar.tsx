import type { ComponentProps, RefObject } from "react";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { useDisclosure } from "#web/ui/useDisclosure.ts";
import { activeFilters } from "./feedbackFilters.ts";
import { FilterSelects } from "./FilterSelects.tsx";
import { SearchField } from "./SearchField.tsx";
import type { FeedbackFilterState } from "./useFeedbackFilters.ts";
import { SlidersHorizontal } from "#web/ui/icons.ts";

interface FilterBarProps extends Omit<ComponentProps<typeof FilterSelects>, "onChange"> {
  onChange: FeedbackFilterState["change"];
  searchRef: RefObject<HTMLInputElement | null>;
  /** The board whose items are listed; null for all boards. */
  boardId: number | null;
}

/**
 * The search, filters and sort order of a feedback list (docs/specification.md "All Feedback
 * (/feedback)"). On phones, a 'Filters' button shows and hides everything except the search.
 * Without JavaScript, an 'Apply' button submits the filter bar as a form, whose fields are named
 * like the URL parameters.
 */
export function FilterBar({ searchRef, boardId, ...selects }: FilterBarProps) {
  const { filters, onChange } = selects;
  const { isOpen, button, panel } = useDisclosure();
  const selected = activeFilters(filters).length;
  return (
    <form
      role="search"
      aria-label="Feedback"
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
      className="relative flex flex-wrap items-center gap-2"
    >
      <div className="min-w-0 flex-1 md:min-w-44">
        <SearchField
          ref={searchRef}
          value={filters.search}
          boardId={boardId}
          onSearch={(search) => onChange({ search }, { replace: true })}
        />
      </div>
      <Button variant="secondary" {...button} className="md:hidden noscript:hidden">
        <SlidersHorizontal aria-hidden="true" />
        Filters
        {selected > 0 ? <SelectedCount count={selected} /> : null}
      </Button>
      <div
        {...panel}
        className={cn(
          "w-full min-w-0 gap-2 min-[28rem]:grid-cols-2 md:flex md:w-auto md:flex-wrap noscript:grid md:noscript:flex md:noscript:flex-wrap",
          isOpen ? "grid" : "hidden",
        )}
      >
        <FilterSelects {...selects} />
        <Button type="submit" variant="secondary" className="hidden noscript:inline-flex">
          Apply
        </Button>
      </div>
    </form>
  );
}

function SelectedCount({ count }: { count: number }) {
  return (
    <span className="grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1 text-xs tabular-nums text-on-primary">
      {count}
      <span className="sr-only"> set</span>
    </span>
  );
}
