import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import type { ActionGroup } from "./auditLabels.ts";
import { actionLabel } from "./auditLabels.ts";

interface ActionSelectProps {
  groups: readonly ActionGroup[];
  /** A whole action, its thing, or nothing for all. */
  value: string;
  onChange: (action: string) => void;
}

/** Narrows an audit log to one action, or to all on one kind of thing. */
export function ActionSelect({ groups, value, onChange }: ActionSelectProps) {
  const isOffered =
    value === "" ||
    groups.some(({ thing, actions }) => thing === value || Object.hasOwn(actions, value));
  return (
    <FilterSelect
      aria-label="Action"
      className="max-sm:w-full sm:max-w-56"
      value={value}
      onChoose={onChange}
    >
      <option value="">All actions</option>
      {isOffered ? null : <option value={value}>{actionLabel(value)}</option>}
      {groups.map(({ thing, label, actions }) => (
        <optgroup key={thing} label={label}>
          <option value={thing}>{label}: everything</option>
          {Object.entries(actions).map(([action, words]) => (
            <option key={action} value={action}>
              {words}
            </option>
          ))}
        </optgroup>
      ))}
    </FilterSelect>
  );
}
