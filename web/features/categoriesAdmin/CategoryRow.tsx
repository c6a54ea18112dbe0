import type { BoardCategory } from "#contract/categories.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { EditDeleteButtons } from "#web/ui/EditDeleteButtons.tsx";
import { CalendarDate } from "#web/ui/RelativeTime.tsx";

interface CategoryRowProps {
  category: BoardCategory;
  onEdit: () => void;
  onDelete: () => void;
}

/** A row of the list of categories (docs/specification.md "Categories (/company/categories)"). */
export function CategoryRow({ category, onEdit, onDelete }: CategoryRowProps) {
  const { name, feedbackCount, createdAt } = category;
  return (
    <li className="flex items-center gap-4 py-1.5 pr-2 pl-4">
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 py-1">
        <h3 dir="auto" className="min-w-48 flex-1 font-semibold wrap-anywhere">
          {name}
        </h3>
        <p className="text-sm text-muted sm:w-56">
          Created on <CalendarDate value={createdAt} />
        </p>
        <p className="text-sm text-muted tabular-nums sm:w-20 sm:text-right">
          {countLabel(feedbackCount, "item")}
        </p>
      </div>
      <EditDeleteButtons name={name} onEdit={onEdit} onDelete={onDelete} />
    </li>
  );
}
