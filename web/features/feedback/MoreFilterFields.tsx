import type { ComponentProps, ComponentType, RefObject } from "react";
import {
  LISTED_STATE_LABELS,
  LISTED_STATES,
  MINE_FILTER_LABELS,
  MINE_FILTERS,
} from "#contract/feedbackFilters.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { PopoverPanel } from "#web/ui/PopoverPanel.tsx";
import type { FilterNames } from "./feedbackFilters.ts";
import { activeMoreFilters, NO_FILTERS } from "./feedbackFilters.ts";
import type { FilterFieldsProps } from "./FilterSelects.tsx";
import { filterSelect, Options } from "./FilterSelects.tsx";

export interface MoreFilterFieldsProps extends FilterFieldsProps, FilterNames {
  /** The filters for admins; undefined for other viewers. */
  AdminFields: ComponentType<MoreFilterFieldsProps> | undefined;
  /** Whether the list has the items of one board only. */
  isOfBoard: boolean;
}

/** The filters that are not in the bar, as far as the viewer can use them. */
export function MoreFilterFields(props: MoreFilterFieldsProps) {
  const { filters, categories, boards, AdminFields, isOfBoard } = props;
  const isSignedIn = useCurrentUser() !== null;
  return (
    <>
      {isOfBoard || boards.length < 2 ? null : (
        <FilterSelect label="Board" {...filterSelect(props, "boardId", "")}>
          <NamedOptions none="All boards" entities={boards} />
        </FilterSelect>
      )}
      {categories.length > 0 ? (
        <FilterSelect label="Topic" {...filterSelect(props, "boardCategoryId", "")}>
          <NamedOptions none="All topics" entities={categories} />
        </FilterSelect>
      ) : null}
      {isSignedIn ? (
        <FilterSelect label="My feedback" {...filterSelect(props, "mine")}>
          <option value="all">Everyone’s</option>
          <Options values={MINE_FILTERS} labels={MINE_FILTER_LABELS} />
        </FilterSelect>
      ) : null}
      {filters.mine === null ? (
        <FilterSelect label="State" {...filterSelect(props, "state")}>
          <Options values={LISTED_STATES} labels={LISTED_STATE_LABELS} />
        </FilterSelect>
      ) : null}
      {AdminFields ? <AdminFields {...props} /> : null}
    </>
  );
}

function NamedOptions({
  none,
  entities,
}: {
  none: string;
  entities: readonly { id: number; name: string }[];
}) {
  return (
    <>
      <option value="">{none}</option>
      {entities.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  );
}

interface MoreFiltersPopoverProps extends MoreFilterFieldsProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that opens the popover. */
  anchor: RefObject<HTMLElement | null>;
}

/** The popover below the button *More filters*. */
export function MoreFiltersPopover({
  open,
  onOpenChange,
  anchor,
  ...fields
}: MoreFiltersPopoverProps) {
  const active = activeMoreFilters(fields.filters);
  const panel: Omit<ComponentProps<typeof PopoverPanel>, "children"> = {
    open,
    onOpenChange,
    anchor,
    title: "More filters",
    actions: (
      <Button
        variant="ghost"
        size="sm"
        disabled={active.length === 0}
        onClick={() =>
          fields.onChange(Object.fromEntries(active.map((name) => [name, NO_FILTERS[name]])))
        }
      >
        Clear
      </Button>
    ),
  };
  return (
    <PopoverPanel {...panel}>
      <div className="grid gap-3 p-4 min-[28rem]:grid-cols-2">
        <MoreFilterFields {...fields} />
      </div>
    </PopoverPanel>
  );
}
