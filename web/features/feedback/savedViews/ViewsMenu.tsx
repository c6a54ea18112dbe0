import type { ReactElement } from "react";
import { useState } from "react";
import type { SavedView } from "#contract/savedViews.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";

export interface ViewsMenuProps {
  /** The view named in the URL; undefined if the URL names no existing view. */
  current: SavedView | undefined;
  /** Whether the list's filters differ from those of the current view. */
  isChanged: boolean;
  /** Whether the list has filters or a sort order that a view can store. */
  canSave: boolean;
  onSave: () => void;
  onUpdate: (view: SavedView) => void;
  onRename: (view: SavedView) => void;
  onDelete: (view: SavedView) => void;
}

/** The menu that saves the list as a view, with actions for the current view. */
export function ViewsMenu(props: ViewsMenuProps & { button: ReactElement }) {
  const { current, isChanged, canSave, button } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <DropdownMenu open={isOpen} onOpenChange={setIsOpen}>
      <DropdownMenuTrigger>{button}</DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="w-72 max-w-full">
        {current && isChanged ? (
          <DropdownMenuItem onSelect={() => props.onUpdate(current)}>
            <span className="truncate">Update “{current.name}”</span>
          </DropdownMenuItem>
        ) : null}
        <DropdownMenuItem disabled={!canSave} onSelect={props.onSave}>
          {canSave ? "Save as a new view…" : "Filter or sort the list to save a view"}
        </DropdownMenuItem>
        {current ? (
          <>
            <DropdownMenuItem onSelect={() => props.onRename(current)}>Rename…</DropdownMenuItem>
            <DropdownMenuItem onSelect={() => props.onDelete(current)}>Delete…</DropdownMenuItem>
          </>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
