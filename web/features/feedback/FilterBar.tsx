import type { ComponentProps, RefObject } from "react";
import { useRef, useState } from "react";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { idlePart, lazyWindow } from "#web/ui/lazyComponent.tsx";
import { useDisclosure } from "#web/ui/useDisclosure.ts";
import { activeFilters, activeMoreFilters } from "./feedbackFilters.ts";
import { FilterSelects } from "./FilterSelects.tsx";
import type { MoreFilterFieldsProps } from "./MoreFilterFields.tsx";
import { SearchField } from "./SearchField.tsx";
import { SlidersHorizontal } from "#web/ui/icons.ts";

const MoreFiltersPopover = lazyWindow(
  async () => (await import("./MoreFilterFields.tsx")).MoreFiltersPopover,
  { atIdle: false },
);
const MoreFilterFields = idlePart(
  async () => (await import("./MoreFilterFields.tsx")).MoreFilterFields,
);

interface FilterBarProps extends Omit<MoreFilterFieldsProps, "isOfBoard"> {
  searchRef: RefObject<HTMLInputElement | null>;
  /** The board whose items are listed; null for all boards. */
  boardId: number | null;
}

/**
 * The search, filters and sort order of a feedback list (docs/specification.md "All Feedback
 * (/feedback)"). All filters that are not specified are in a popover. On phones, a 'Filters' button
 * shows and hides all of them. Without JavaScript, an 'Apply' button submits the bar as a form,
 * whose fields are named like the URL parameters.
 */
export function FilterBar({ searchRef, boardId, ...given }: FilterBarProps) {
  const fields = { ...given, isOfBoard: boardId !== null };
  const { filters, AdminFields, onChange } = fields;
  const { isOpen, button, panel } = useDisclosure();
  const [isMoreOpen, setIsMoreOpen] = useState(false);
  const moreButton = useRef<HTMLButtonElement>(null);
  return (
    <form
      role="search"
      aria-label="Feedback"
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
      className="relative flex flex-wrap items-center gap-2"
    >
      <div className="min-w-0 flex-1">
        <SearchField
          ref={searchRef}
          value={filters.search}
          boardId={boardId}
          onSearch={(search) => onChange({ search }, { replace: true })}
        />
      </div>
      <FiltersButton {...button} className="md:hidden" count={activeFilters(filters).length}>
        Filters
      </FiltersButton>
      <div
        {...panel}
        className={cn(
          // On tablets, the selects have a row of their own.
          "w-full min-w-0 gap-2 min-[28rem]:grid-cols-2 md:flex md:max-xl:order-last xl:w-auto xl:shrink-0 noscript:grid md:noscript:flex",
          isOpen ? "grid" : "hidden",
        )}
      >
        <FilterSelects filters={filters} onChange={onChange} isAdmin={!!AdminFields} />
        <OtherFilters {...fields} isOpen={isOpen} />
        <Button type="submit" variant="secondary" className="hidden noscript:inline-flex">
          Apply
        </Button>
      </div>
      <FiltersButton
        ref={moreButton}
        aria-expanded={isMoreOpen}
        aria-haspopup="dialog"
        onClick={() => setIsMoreOpen(!isMoreOpen)}
        className="max-md:hidden"
        count={activeMoreFilters(filters).length}
      >
        More filters
      </FiltersButton>
      <MoreFiltersPopover
        open={isMoreOpen}
        onOpenChange={setIsMoreOpen}
        anchor={moreButton}
        {...fields}
      />
    </form>
  );
}

/** The filters of the popover, which phones show below those of the bar. */
function OtherFilters({ isOpen, ...fields }: MoreFilterFieldsProps & { isOpen: boolean }) {
  const { filters } = fields;
  return (
    <>
      {isOpen ? (
        <div className="grid gap-2 min-[28rem]:col-span-2 min-[28rem]:grid-cols-2 md:hidden">
          <MoreFilterFields {...fields} />
        </div>
      ) : null}
      {/* Without JavaScript, the form keeps the other filters. */}
      {activeMoreFilters(filters).map((name) => (
        <input key={name} type="hidden" name={name} value={String(filters[name])} />
      ))}
    </>
  );
}

interface FiltersButtonProps extends ComponentProps<typeof Button> {
  /** How many filters are set. */
  count: number;
}

function FiltersButton({ count, className, children, ...button }: FiltersButtonProps) {
  return (
    <Button variant="secondary" className={cn("shrink-0 noscript:hidden", className)} {...button}>
      <SlidersHorizontal aria-hidden="true" />
      {children}
      {count > 0 ? (
        <span className="grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1 text-xs tabular-nums text-on-primary">
          {count}
          <span className="sr-only"> set</span>
        </span>
      ) : null}
    </Button>
  );
}
