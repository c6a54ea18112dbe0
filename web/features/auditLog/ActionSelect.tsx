import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import type { ActionGroup } from "./auditLabels.ts";
import { actionLabel } from "./auditLabels.ts";

interface ActionSelectProps {
  groups: readonly ActionGroup[];
  /**
   * The code of an action, or the code of an entity for all actions on the entity. An empty text
   * stands for all entries.
   */
  value: string;
  onChange: (action: string) => void;
}

/** Filters an audit log by one action, or by all actions on one entity. */
export function ActionSelect({ groups, value, onChange }: ActionSelectProps) {
  const isOffered =
    value === "" ||
    groups.some(({ entity, actions }) => entity === value || Object.hasOwn(actions, value));
  return (
    <FilterSelect
      aria-label="Action"
      className="max-sm:w-full sm:max-w-56"
      value={value}
      onChoose={onChange}
    >
      <option value="">All actions</option>
      {isOffered ? null : <option value={value}>{actionLabel(value)}</option>}
      {groups.map(({ entity, label, actions }) => (
        <optgroup key={entity} label={label}>
          <option value={entity}>{label}: everything</option>
          {Object.entries(actions).map(([action, actionName]) => (
            <option key={action} value={action}>
              {actionName}
            </option>
          ))}
        </optgroup>
      ))}
    </FilterSelect>
  );
}
