import type { BoardCategory } from "#contract/categories.ts";
import { countLabel } from "#web/ui/countLabel.ts";
import { EditDeleteButtons } from "#web/ui/EditDeleteButtons.tsx";
import { CalendarDate } from "#web/ui/CalendarDate.tsx";

interface CategoryCardProps {
  category: BoardCategory;
  onEdit: () => void;
  onDelete: () => void;
}

/** A card for a category (docs/specification.md "Categories (/company/categories)"). */
export function CategoryCard({ category, onEdit, onDelete }: CategoryCardProps) {
  const { name, feedbackCount, createdAt } = category;
  return (
    <li className="min-w-0 rounded-xl border border-line bg-surface pt-2 pr-2 pb-4 pl-4">
      <div className="flex items-start gap-2">
        <h3 dir="auto" className="min-w-0 flex-1 py-2 text-base font-semibold wrap-anywhere">
          {name}
        </h3>
        <EditDeleteButtons name={name} onEdit={onEdit} onDelete={onDelete} />
      </div>
      <p className="text-sm text-muted">
        Created on <CalendarDate value={createdAt} />
      </p>
      <p className="mt-1 text-sm text-muted tabular-nums">{countLabel(feedbackCount, "item")}</p>
    </li>
  );
}
