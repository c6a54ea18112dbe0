import { useQueryClient } from "@tanstack/react-query";
import { importsApi } from "#contract/imports.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import type { ImportDialogProps } from "./importDialog.ts";
import { refetchImports } from "./importQueries.ts";

/** Asks for confirmation, then deletes an import that has not run. */
export function DiscardDialog({ isOpen, onClose, run }: ImportDialogProps) {
  const client = useQueryClient();
  const discard = useApiMutation(importsApi.discard, {
    refetch: [importsApi.list],
    errorFallback: "Failed to discard the import",
    onError: () => void refetchImports(client),
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      title="Discard this import?"
      description="The uploaded file and your choices are deleted. Nothing has been imported."
      confirmLabel="Discard"
      pendingLabel="Discarding..."
      pending={discard.isPending}
      onConfirm={() => discard.mutate({ params: { id: run.id } }, { onSettled: onClose })}
    />
  );
}
