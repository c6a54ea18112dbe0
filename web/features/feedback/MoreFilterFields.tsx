import type { ComponentProps, RefObject } from "react";
import { useId } from "react";
import {
  LISTED_STATE_LABELS,
  LISTED_STATES,
  MINE_FILTER_LABELS,
  MINE_FILTERS,
} from "#contract/feedbackFilters.ts";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { Button } from "#web/ui/Button.tsx";
import { DateInput } from "#web/ui/DateInput.tsx";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { PopoverPanel } from "#web/ui/PopoverPanel.tsx";
import { useDebouncedText } from "#web/ui/useDebounced.ts";
import type { FilterNames } from "./feedbackFilters.ts";
import { activeMoreFilters, nameOfAdmin, NO_FILTERS } from "./feedbackFilters.ts";
import type { FilterFieldsProps } from "./FilterSelects.tsx";
import { filterSelect, Options } from "./FilterSelects.tsx";

export interface MoreFilterFieldsProps extends FilterFieldsProps, FilterNames {
  isAdmin: boolean;
  /** Whether the list has the items of one board only. */
  isOfBoard: boolean;
}

/** The filters that are not in the bar, as far as the viewer can use them. */
export function MoreFilterFields(props: MoreFilterFieldsProps) {
  const { filters, categories, boards, isAdmin, isOfBoard } = props;
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
      {isAdmin ? <AdminFilterFields {...props} /> : null}
    </>
  );
}

function AdminFilterFields(props: MoreFilterFieldsProps) {
  return (
    <>
      <AssigneeSelect {...props} />
      <FilterSelect label="Answer" {...filterSelect(props, "unanswered")}>
        <option value="all">Answered or not</option>
        <option value="true">Unanswered</option>
      </FilterSelect>
      <DayField {...props} name="createdFrom" label="Created from" />
      <DayField {...props} name="createdTo" label="Created until" />
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

function AssigneeSelect({ admins, ...fields }: MoreFilterFieldsProps) {
  const viewerId = useCurrentUser()?.id;
  const { assigneeId } = fields.filters;
  const ids = admins.map(({ id }) => id).filter((id) => id !== viewerId);
  const isUnlisted = typeof assigneeId === "number" && !ids.includes(assigneeId);
  return (
    <FilterSelect label="Assignee" {...filterSelect(fields, "assigneeId")}>
      <option value="all">Anyone</option>
      <option value="me">Me</option>
      <option value="none">Nobody</option>
      {(isUnlisted ? [...ids, assigneeId] : ids).map((id) => (
        <option key={id} value={id}>
          {nameOfAdmin(admins, id)}
        </option>
      ))}
    </FilterSelect>
  );
}

interface DayFieldProps extends FilterFieldsProps {
  name: "createdFrom" | "createdTo";
  label: string;
}

function DayField({ filters, onChange, name, label }: DayFieldProps) {
  const id = useId();
  // A year is typed in four steps, which are one step of the history.
  const [day, setDay] = useDebouncedText(filters[name] ?? "", (typed) =>
    onChange({ [name]: typed || null }, { replace: true }),
  );
  return (
    <span className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <DateInput
        id={id}
        value={day}
        min={name === "createdTo" ? (filters.createdFrom ?? undefined) : undefined}
        max={name === "createdFrom" ? (filters.createdTo ?? undefined) : undefined}
        onChange={setDay}
      />
    </span>
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
