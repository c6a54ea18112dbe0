import { MINE_FILTER_LABELS, MINE_FILTERS } from "#contract/feedbackFields.ts";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";

interface MineSelectProps {
  name: string;
  value: string;
  onChoose: (value: string) => void;
}

/**
 * The filter for items that the viewer has submitted, voted for, commented on or follows. Only
 * signed-in users who are not admins get this select. Admins get `PeopleSelect` instead.
 */
export function MineSelect(select: MineSelectProps) {
  return (
    <FilterSelect aria-label="My feedback" className="md:max-w-32" {...select}>
      <option value="all">All people</option>
      {MINE_FILTERS.map((mine) => (
        <option key={mine} value={mine}>
          {MINE_FILTER_LABELS[mine]}
        </option>
      ))}
    </FilterSelect>
  );
}
