import { Trash2 } from "#web/ui/pageIcons.ts";
import { Pencil } from "#web/ui/adminIcons.ts";
import { Button } from "#web/ui/Button.tsx";

interface EntryActionsProps {
  /** The entry's question or title. */
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** The edit and delete buttons of an entry. */
export function EntryActions({ name, onEdit, onDelete }: EntryActionsProps) {
  return (
    <span className="flex shrink-0">
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
