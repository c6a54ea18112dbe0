import { useId } from "react";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { DateInput } from "#web/ui/DateInput.tsx";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import { useDebouncedText } from "#web/ui/useDebounced.ts";
import { nameOfAdmin } from "../feedbackFilters.ts";
import type { FilterFieldsProps } from "../FilterSelects.tsx";
import { filterSelect } from "../FilterSelects.tsx";
import type { MoreFilterFieldsProps } from "../MoreFilterFields.tsx";

/** The filters of 'More filters' that only admins can use. */
export function AdminFilterFields(props: MoreFilterFieldsProps) {
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
