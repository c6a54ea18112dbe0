import type { ReactElement } from "react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { Trash2 } from "#web/ui/icons.ts";

interface CommentMenuProps {
  /** Opens the dialog that deletes the comment. */
  onDelete: () => void;
  button: ReactElement;
}

/** The menu '…' of a comment for users who can delete the comment. */
export function CommentMenu({ onDelete, button }: CommentMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger>{button}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem className="text-danger-text" onSelect={onDelete}>
          <Trash2 aria-hidden="true" />
          Delete…
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
