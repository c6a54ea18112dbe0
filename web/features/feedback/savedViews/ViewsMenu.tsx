import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useState } from "react";
import type { SavedView } from "#contract/savedViews.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#web/ui/DropdownMenu.tsx";
import { Check } from "#web/ui/adminIcons.ts";

export interface ViewsMenuProps {
  /** The view named in the URL; undefined if the URL names no existing view. */
  current: SavedView | undefined;
  /** Whether the list's filters differ from those of the current view. */
  isChanged: boolean;
  /** Whether the list has filters or a sort order that a view can store. */
  canSave: boolean;
  /** Returns the URL of a view. */
  addressOf: (view: SavedView) => string;
  onSave: () => void;
  onUpdate: (view: SavedView) => void;
  onRename: (view: SavedView) => void;
  onDelete: (view: SavedView) => void;
}

/** The menu with links to the company's saved views, and with actions for the current view. */
export function ViewsMenu(props: ViewsMenuProps & { button: ReactElement }) {
  const { current, isChanged, canSave, addressOf, button } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <DropdownMenu open={isOpen} onOpenChange={setIsOpen}>
      <DropdownMenuTrigger>{button}</DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="w-72 max-w-full">
        <Views currentId={current?.id} addressOf={addressOf} />
        <DropdownMenuSeparator />
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

interface ViewsProps extends Pick<ViewsMenuProps, "addressOf"> {
  currentId: number | undefined;
}

function Views({ currentId, addressOf }: ViewsProps) {
  // After a failure, the views are fetched again each time the menu opens.
  const views = useQuery({ ...apiQuery("/api/views"), retryOnMount: true });
  if (views.isFetching && !views.data) return <DropdownMenuLabel>Loading views…</DropdownMenuLabel>;
  if (!views.data) {
    return (
      <>
        <DropdownMenuLabel>Failed to load the views</DropdownMenuLabel>
        <DropdownMenuItem
          onSelect={(event) => {
            event.preventDefault();
            void views.refetch();
          }}
        >
          Try again
        </DropdownMenuItem>
      </>
    );
  }
  if (views.data.length === 0)
    return <DropdownMenuLabel className="text-muted">No saved views yet</DropdownMenuLabel>;
  return (
    <div role="group" aria-label="Saved views" className="max-h-72 overflow-y-auto">
      {views.data.map((view) => (
        <DropdownMenuItem key={view.id} asChild>
          <a href={addressOf(view)} aria-current={view.id === currentId ? "true" : undefined}>
            <span dir="auto" className="min-w-0 truncate">
              {view.name}
            </span>
            {view.id === currentId ? <Check aria-hidden="true" className="ml-auto" /> : null}
          </a>
        </DropdownMenuItem>
      ))}
    </div>
  );
}
