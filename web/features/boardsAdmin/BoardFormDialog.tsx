import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { Board } from "#contract/boards.ts";
import { NewBoard } from "#contract/boards.ts";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { BoardFields } from "./BoardFields.tsx";
import { boardFormValues } from "./boardForm.ts";
import { slugProblem } from "./slugProblem.ts";
import { useSaveBoard } from "./useSaveBoard.ts";

interface BoardFormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The board being edited; null while a new board is created. */
  board: Board | null;
  /** All boards of the company. The slug must differ from the slugs of all other boards. */
  boards: readonly Board[];
  onCreated: (created: Board) => void;
}

/** The dialog 'Create New Board' or 'Edit Board'. */
export function BoardFormDialog(props: BoardFormDialogProps) {
  const { isOpen, onClose, board, boards, onCreated } = props;
  const form = useForm({ resolver: zodResolver(NewBoard), defaultValues: boardFormValues(board) });
  const onSaved = (saved: Board) => {
    onClose();
    if (!board) onCreated(saved);
  };
  const { save, isPending } = useSaveBoard({ board, form, onSaved });
  const takenSlugs = boards.filter(({ id }) => id !== board?.id).map(({ slug }) => slug);
  const submit = form.handleSubmit((checked) => {
    if (slugProblem(checked.slug, takenSlugs)) form.setFocus("slug");
    else save(checked);
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={board ? "Edit Board" : "Create New Board"}
      isDirty={form.formState.isDirty}
      isPending={isPending}
      submitLabel={board ? "Save Changes" : "Create Board"}
      pendingLabel={board ? "Saving..." : "Creating..."}
      onSubmit={() => void submit()}
    >
      <BoardFields form={form} board={board} takenSlugs={takenSlugs} />
    </FormDialog>
  );
}
