import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ArrowDown, ArrowUp, GripVertical } from "./adminIcons.ts";
import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { cn } from "./cn.ts";
import type { SortableItem } from "./orderAnnouncements.ts";

interface SortableRowProps {
  item: SortableItem;
  /** Extra content after the name. */
  mark: ReactNode;
  isFirst: boolean;
  isLast: boolean;
  /** Moves the item by one position. */
  onMove: (by: -1 | 1) => void;
}

/** A row of a sortable list: a drag handle, and buttons that move the item. */
export function SortableRow({ item, mark, isFirst, isLast, onMove }: SortableRowProps) {
  const {
    setNodeRef,
    setActivatorNodeRef,
    attributes,
    listeners,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: item.id });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={cn(
        "flex min-h-12 items-center gap-1 rounded-lg border bg-surface px-1",
        isDragging && "relative z-10 shadow-float",
      )}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={`Move ${item.name}`}
        className={cn(
          "grid size-10 shrink-0 touch-none place-items-center rounded-lg text-muted hover:bg-hover",
          isDragging ? "cursor-grabbing!" : "cursor-grab!",
        )}
      >
        <GripVertical aria-hidden="true" className="size-4" />
      </button>
      <span className="flex min-w-0 flex-1 items-center gap-2 py-1.5">
        <span dir="auto" className="min-w-0 text-sm font-medium wrap-anywhere">
          {item.name}
        </span>
        {mark}
      </span>
      <MoveButton label={`Move ${item.name} up`} isOff={isFirst} onClick={() => onMove(-1)}>
        <ArrowUp aria-hidden="true" />
      </MoveButton>
      <MoveButton label={`Move ${item.name} down`} isOff={isLast} onClick={() => onMove(1)}>
        <ArrowDown aria-hidden="true" />
      </MoveButton>
    </li>
  );
}

interface MoveButtonProps {
  label: string;
  isOff: boolean;
  onClick: () => void;
  children: ReactNode;
}

/**
 * A button that moves an item. It has `aria-disabled` instead of `disabled`, so that it keeps the
 * focus when the item reaches the start or the end of the list.
 */
function MoveButton({ label, isOff, onClick, children }: MoveButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      aria-disabled={isOff || undefined}
      className="aria-disabled:opacity-40"
      onClick={() => {
        if (!isOff) onClick();
      }}
    >
      {children}
    </Button>
  );
}
