import type { ReactNode } from "react";
import { useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { DiscardQuestion } from "./DiscardQuestion.tsx";
import type { SortableItem } from "./SortableList.tsx";
import { SortableList } from "./SortableList.tsx";
import { useUnsavedChanges } from "./unsavedChanges.ts";

interface ReorderDialogProps<Item extends SortableItem> {
  title: string;
  /** The kind of item, such as 'board', and its plural. */
  noun: string;
  plural: string;
  isOpen: boolean;
  onClose: () => void;
  /** The items in the saved order. */
  items: readonly Item[];
  /** Extra content after an item's name. */
  markOf?: (item: Item) => ReactNode;
  isSaving: boolean;
  /** The reason why the order could not be saved. Set after the items have been refetched. */
  refusal: string | null;
  onSave: (ids: number[]) => void;
}

const idsOf = (items: readonly SortableItem[]) => items.map(({ id }) => id);

/**
 * A dialog in which the user changes the order of items and saves the whole order. The dialog asks
 * for confirmation before it discards a change.
 */
export function ReorderDialog<Item extends SortableItem>(props: ReorderDialogProps<Item>) {
  const { title, noun, plural, isOpen, onClose, items, markOf, isSaving, refusal, onSave } = props;
  const [order, setOrder] = useState<readonly number[]>([]);
  const [isAsking, setIsAsking] = useState(false);
  const isDragging = useRef(false);
  const shown = applyOrder(items, order);
  const isDirty = shown.some(({ id }, index) => id !== items[index]?.id);
  useUnsavedChanges(isOpen && isDirty);
  const close = () => {
    // During a drag, Escape cancels the drag and must not close the dialog.
    if (isSaving || isDragging.current) return;
    if (isDirty) setIsAsking(true);
    else onClose();
  };
  return (
    <>
      <Dialog
        open={isOpen}
        onOpenChange={close}
        title={title}
        description={`Drag the ${plural} by their handles, or move them with the arrows.`}
        onSubmit={() => onSave(idsOf(shown))}
        isPending={isSaving}
        footer={
          <>
            <Button variant="secondary" disabled={isSaving} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" pending={isSaving} pendingLabel="Saving...">
              Save Order
            </Button>
          </>
        }
      >
        {refusal === null ? null : (
          <p
            role="alert"
            className="mb-3 rounded-lg bg-danger-tint px-3 py-2 text-sm text-danger-text"
          >
            {refusal} The list below has been reloaded.
          </p>
        )}
        <SortableList
          noun={noun}
          items={shown}
          markOf={markOf}
          onOrder={(ordered) => setOrder(idsOf(ordered))}
          onDragging={(isMoving) => {
            isDragging.current = isMoving;
          }}
        />
      </Dialog>
      <DiscardQuestion isOpen={isAsking} onOpenChange={setIsAsking} onDiscard={onClose} />
    </>
  );
}

/** Returns the items in the order of `ids`. Items whose id is not in `ids` come last. */
export function applyOrder<Item extends { id: number }>(
  items: readonly Item[],
  ids: readonly number[],
): Item[] {
  const placed = ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
  return [...placed, ...items.filter(({ id }) => !ids.includes(id))];
}
