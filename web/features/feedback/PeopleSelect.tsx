import type { Assignee } from "#contract/assignees.ts";
import { MINE_FILTER_LABELS, MINE_FILTERS } from "#contract/feedbackFilters.ts";
import { FilterSelect } from "#web/ui/FilterSelect.tsx";
import type { FeedbackFilters } from "./feedbackFilters.ts";
import { nameOfAdmin, readFilters } from "./feedbackFilters.ts";

interface PeopleSelectProps {
  filters: Pick<FeedbackFilters, "mine" | "assigneeId">;
  onChange: (changes: Pick<FeedbackFilters, "mine" | "assigneeId">) => void;
  /** The company's admins. */
  admins: readonly Assignee[];
}

/** The admins' filter by assignee, which also contains the filter by the viewer's own items. */
export function PeopleSelect({ filters, onChange, admins }: PeopleSelectProps) {
  const { mine, assigneeId } = filters;
  const ids = admins.map(({ id }) => id);
  const isUnknown = typeof assigneeId === "number" && !ids.includes(assigneeId);
  return (
    <FilterSelect
      aria-label="People"
      className="md:max-w-32"
      // Without JavaScript, the form sends this name and value, and `readFilters` reads them.
      name="mine"
      value={String(assigneeId ?? mine ?? "all")}
      onChoose={(value) => {
        const chosen = readFilters(new URLSearchParams({ mine: value }));
        onChange({ mine: chosen.mine, assigneeId: chosen.assigneeId });
      }}
    >
      <option value="all">All people</option>
      <optgroup label="Assigned to">
        <option value="me">Me</option>
        <option value="none">Nobody</option>
        {(isUnknown ? [...ids, assigneeId] : ids).map((id) => (
          <option key={id} value={id}>
            {nameOfAdmin(admins, id)}
          </option>
        ))}
      </optgroup>
      <optgroup label="My feedback">
        {MINE_FILTERS.map((each) => (
          <option key={each} value={each}>
            {MINE_FILTER_LABELS[each]}
          </option>
        ))}
      </optgroup>
    </FilterSelect>
  );
}
