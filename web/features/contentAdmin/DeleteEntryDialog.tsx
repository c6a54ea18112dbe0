import { useQueryClient } from "@tanstack/react-query";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import type { ContentEntry, ContentKind } from "./contentKinds.ts";

interface DeleteEntryDialogProps {
  kind: ContentKind;
  isOpen: boolean;
  onClose: () => void;
  entry: ContentEntry;
}

/** Asks for confirmation, then deletes an entry. */
export function DeleteEntryDialog({ kind, isOpen, onClose, entry }: DeleteEntryDialogProps) {
  const client = useQueryClient();
  const remove = useApiMutation(kind.remove, {
    refetch: [kind.list],
    success: `${kind.name} deleted successfully`,
    errorFallback: `Failed to delete ${kind.noun}`,
    onError: ({ status }) => {
      if (status !== 404) return;
      void client.invalidateQueries({ queryKey: [kind.list.path] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      title={`Delete ${kind.name}`}
      description={
        <>
          <strong className="font-semibold wrap-anywhere text-ink">{entry.heading}</strong> will be
          deleted and disappear from the landing page. This cannot be undone.
        </>
      }
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      // `onSuccess` runs after the refetch, so the list no longer has the entry when the dialog
      // closes.
      onConfirm={() => remove.mutate({ params: { id: entry.id } }, { onSuccess: onClose })}
    />
  );
}
