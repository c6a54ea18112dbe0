import type { SavedView } from "#contract/savedViews.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import type { DialogState } from "#web/ui/useDialogState.ts";

interface DeleteViewDialogProps {
  dialog: DialogState<SavedView>;
  /** Called after the list of views was refetched. */
  onDeleted: () => void;
}

/** Asks for confirmation, then deletes a view. */
export function DeleteViewDialog({ dialog, onDeleted }: DeleteViewDialogProps) {
  const { subject, isOpen, close } = dialog;
  const remove = useApiMutation("DELETE /api/views/:id", {
    changes: "views",
    success: "View deleted",
    errorFallback: "Failed to delete the view",
  });
  const onSuccess = () => {
    close();
    onDeleted();
  };
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={close}
      title="Delete this view?"
      description={
        <>
          <strong dir="auto" className="font-semibold wrap-anywhere text-ink">
            {subject?.name}
          </strong>{" "}
          will be deleted for all admins of the company, and its links stop working. No feedback is
          deleted.
        </>
      }
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      onConfirm={() => subject && remove.mutate({ params: { id: subject.id } }, { onSuccess })}
    />
  );
}
