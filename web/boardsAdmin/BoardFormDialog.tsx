import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Board } from "#contract/boards.ts";
import { NewBoard } from "#contract/boards.ts";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { BoardFields } from "./BoardFields.tsx";
import { boardFormValues } from "./boardForm.ts";
import { DiscardQuestion } from "#web/ui/DiscardQuestion.tsx";
import { slugProblem } from "./slugProblem.ts";
import { useSaveBoard } from "./useSaveBoard.ts";

interface BoardFormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The board to be edited; null for a new one. */
  board: Board | null;
  /** All boards of the company, whose slugs are taken. */
  boards: readonly Board[];
}

/** 'Create New Board' or 'Edit Board'. Asks before what was typed is lost. */
export function BoardFormDialog({ isOpen, onClose, board, boards }: BoardFormDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  const form = useForm({ resolver: zodResolver(NewBoard), defaultValues: boardFormValues(board) });
  const { save, isPending } = useSaveBoard({ board, form, onSaved: onClose });
  const { isDirty } = form.formState;
  useUnsavedChanges(isOpen && isDirty);
  const takenSlugs = boards.filter(({ id }) => id !== board?.id).map(({ slug }) => slug);
  const close = () => {
    if (isPending) return;
    if (isDirty) setIsAsking(true);
    else onClose();
  };
  const submit = form.handleSubmit((checked) => {
    if (slugProblem(checked.slug, takenSlugs)) form.setFocus("slug");
    else save(checked);
  });
  return (
    <>
      <Dialog
        open={isOpen}
        onOpenChange={close}
        title={board ? "Edit Board" : "Create New Board"}
        onSubmit={(event) => void submit(event)}
        footer={
          <>
            <Button variant="secondary" disabled={isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" pending={isPending} pendingLabel={board ? "Saving..." : "Creating..."}>
              {board ? "Save Changes" : "Create Board"}
            </Button>
          </>
        }
      >
        <BoardFields form={form} board={board} takenSlugs={takenSlugs} />
      </Dialog>
      <DiscardQuestion isOpen={isAsking} onOpenChange={setIsAsking} onDiscard={onClose} />
    </>
  );
}
