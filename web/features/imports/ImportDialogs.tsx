import type { UseQueryResult } from "@tanstack/react-query";
import { useQuery } from "@tanstack/react-query";
import type { ImportAdditions } from "#contract/importAdditions.ts";
import type { ImportRun } from "#contract/importRun.ts";
import { IMPORT_UNDO_DAYS } from "#contract/importFormats.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { MutationDialog } from "#web/app/api/MutationDialog.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import type { DialogState } from "#web/ui/useDialogState.ts";
import { OpenDialog } from "#web/ui/useDialogState.ts";
import { writtenLabel } from "./importLabels.ts";

/** The kind of an open dialog, and the import that the dialog is about. */
export interface ImportDialog {
  readonly kind: "start" | "discard" | "undo";
  readonly run: ImportRun;
}

/** The properties of each dialog about an import. */
interface ImportDialogProps {
  isOpen: boolean;
  onClose: () => void;
  run: ImportRun;
}

const DIALOGS = { start: StartDialog, discard: DiscardDialog, undo: UndoDialog } as const;

/** Renders the dialog that the admin has opened about an import. */
export function ImportDialogs({ state }: { state: DialogState<ImportDialog> }) {
  return (
    <OpenDialog state={state}>
      {({ kind, run }, frame) => {
        const Dialog = DIALOGS[kind];
        return <Dialog {...frame} run={run} />;
      }}
    </OpenDialog>
  );
}

/** Says what an import will do, and starts the import after a confirmation. */
function StartDialog({ isOpen, onClose, run }: ImportDialogProps) {
  const start = useApiMutation("POST /api/imports/:id/run", {
    changes: "imports",
    errorFallback: "Failed to start the import",
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

/** Asks for confirmation, then deletes an import that has not run. */
function DiscardDialog({ run, ...frame }: ImportDialogProps) {
  return (
    <MutationDialog
      {...frame}
      endpoint={"DELETE /api/imports/:id"}
      input={{ params: { id: run.id } }}
      changes="imports"
      errorFallback="Failed to discard the import"
      title="Discard this import?"
      description="The uploaded file and your choices are deleted. Nothing has been imported."
      confirmLabel="Discard"
      pendingLabel="Discarding..."
    />
  );
}

/**
 * Lists what people have added to the items of an import, and undoes the import after a
 * confirmation.
 */
function UndoDialog({ run, ...frame }: ImportDialogProps) {
  const input = { params: { id: run.id } };
  const additions = useQuery({
    ...apiQuery("/api/imports/:id/additions", input),
    enabled: frame.isOpen,
    staleTime: 0,
  });
  return (
    <MutationDialog
      {...frame}
      endpoint={"POST /api/imports/:id/undo"}
      input={input}
      changes="imports"
      errorFallback="Failed to undo the import"
      title="Undo this import?"
      description={`Deletes what the import has created and restores what it has changed. ${
        run.settings?.isChosen
          ? "Boards, topics, settings and logo stay."
          : "Boards and topics stay."
      }`}
      confirmLabel="Undo import"
      pendingLabel="Starting..."
      confirmDisabled={!additions.isSuccess || additions.isFetching}
    >
      <Additions additions={additions} />
    </MutationDialog>
  );
}

interface AdditionsProps {
  additions: UseQueryResult<ImportAdditions>;
}

function Additions({ additions }: AdditionsProps) {
  const { data, isPending, isFetching, refetch } = additions;
  if (isPending) {
    return (
      <SkeletonGroup label="Loading what people have added">
        <Skeleton className="w-3/5" />
      </SkeletonGroup>
    );
  }
  if (!data) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-x-3">
        What people have added since could not be loaded.
        <Button variant="ghost" size="sm" pending={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  if (data.items === 0) return <p>Nobody has added anything to these items since.</p>;
  return <AddedItems additions={data} />;
}

function AddedItems({ additions: { items, votes, comments, examples } }: AddedItemsProps) {
  return (
    <div className="flex flex-col gap-3">
      <p>
        People have added {addedLabel({ votes, comments })} to {countLabel(items, "item")} since.
        This is deleted as well:
      </p>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
        {examples.map((item) => (
          <li key={item.id} className="wrap-anywhere">
            <a href={`/feedback/${String(item.id)}`} className="underline">
              <bdi>{item.title}</bdi>
            </a>
            : {addedLabel(item)}
          </li>
        ))}
        {items > examples.length ? (
          <li>and {countLabel(items - examples.length, "other item")}</li>
        ) : null}
      </ul>
    </div>
  );
}

interface AddedItemsProps {
  additions: ImportAdditions;
}

/** Returns a text such as '3 votes and 1 comment', or 'merged items' if both numbers are 0. */
function addedLabel({ votes, comments }: { votes: number; comments: number }): string {
  const parts = [
    ...(votes > 0 ? [countLabel(votes, "vote")] : []),
    ...(comments > 0 ? [countLabel(comments, "comment")] : []),
  ];
  return parts.join(" and ") || "merged items";
}
