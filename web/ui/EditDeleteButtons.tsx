import { Button } from "./Button.tsx";
import { cn } from "./cn.ts";
import { Pencil, Trash2 } from "./icons.ts";

interface EditDeleteButtonsProps {
  /** Name of the entity that the buttons edit or delete. */
  name: string;
  onEdit: () => void;
  onDelete: () => void;
  className?: string;
}

/** The edit and delete buttons of a card or an entry. */
export function EditDeleteButtons({ name, onEdit, onDelete, className }: EditDeleteButtonsProps) {
  return (
    <span className={cn("flex shrink-0", className)}>
      <Button variant="ghost" size="icon" aria-label={`Edit ${name}`} onClick={onEdit}>
        <Pencil aria-hidden="true" />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Delete ${name}`}
        onClick={onDelete}
        className="text-danger-text"
      >
        <Trash2 aria-hidden="true" />
      </Button>
    </span>
  );
}
