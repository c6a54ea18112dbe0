import type { ReactNode } from "react";
import { useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { DiscardQuestion } from "./DiscardQuestion.tsx";
import { applyOrder } from "./applyOrder.ts";
import type { SortableItem } from "./orderAnnouncements.ts";
import { SortableList } from "./SortableList.tsx";
import { useUnsavedChanges } from "./unsavedChanges.ts";

interface ReorderDialogProps<Item extends SortableItem> {
  title: string;
  /** What is moved, such as 'board', and several of it. */
  noun: string;
  plural: string;
  isOpen: boolean;
  onClose: () => void;
  /** In the order that is saved. */
  items: readonly Item[];
  /** Behind an item's name: what else is to be known of it. */
  markOf?: (item: Item) => ReactNode;
  isSaving: boolean;
  /** Why the order could not be saved, once the items have been fetched again. */
  refusal: string | null;
  onSave: (ids: number[]) => void;
}

const idsOf = (items: readonly SortableItem[]) => items.map(({ id }) => id);

/** Puts things in order; the order is saved as one whole list. Asks before it is lost. */
export function ReorderDialog<Item extends SortableItem>(props: ReorderDialogProps<Item>) {
  const { title, noun, plural, isOpen, onClose, items, markOf, isSaving, refusal, onSave } = props;
  const [wanted, setWanted] = useState<readonly number[]>([]);
  const [isAsking, setIsAsking] = useState(false);
  const isDragging = useRef(false);
  const shown = applyOrder(items, wanted);
  const isDirty = shown.some(({ id }, index) => id !== items[index]?.id);
  useUnsavedChanges(isOpen && isDirty);
  const close = () => {
    // Escape puts an item back that is being moved.
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
          onOrder={(ordered) => setWanted(idsOf(ordered))}
          onDragging={(isMoving) => {
            isDragging.current = isMoving;
          }}
        />
      </Dialog>
      <DiscardQuestion isOpen={isAsking} onOpenChange={setIsAsking} onDiscard={onClose} />
    </>
  );
}
