import { useQueryClient } from "@tanstack/react-query";
import { IMPORT_UNDO_DAYS, importsApi } from "#contract/imports.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import type { ImportDialogProps } from "./importDialog.ts";
import { writtenLabel } from "./importLabels.ts";
import { refetchImports, storeImport } from "./importQueries.ts";

/** Says what an import will do, and starts the import after a confirmation. */
export function StartDialog({ isOpen, onClose, run }: ImportDialogProps) {
  const client = useQueryClient();
  const start = useApiMutation(importsApi.run, {
    errorFallback: "Failed to start the import",
    onSuccess: (started) => void storeImport(client, started),
    onError: () => void refetchImports(client),
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title={`Import ${writtenLabel(run) ?? ""}?`}
      isDirty={false}
      isPending={start.isPending}
      submitLabel="Import"
      pendingLabel="Starting..."
      onSubmit={() => {
        if (!start.isPending) start.mutate({ params: { id: run.id } }, { onSettled: onClose });
      }}
    >
      <Consequences run={run} />
    </FormDialog>
  );
}

function Consequences({ run }: Pick<ImportDialogProps, "run">) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      <li>Nobody is notified: no mails, no notifications, no webhooks.</li>
      <li>People of the file appear by name. They cannot sign in before they register here.</li>
      <li>Items of public boards are visible at once, wherever they come from.</li>
      <li>You can undo the import for {IMPORT_UNDO_DAYS} days.</li>
      {run.settings?.isChosen ? (
        <li>The company gets the settings of the file. An undo does not bring yours back.</li>
      ) : null}
    </ul>
  );
}
