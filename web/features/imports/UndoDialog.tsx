import type { UseQueryResult } from "@tanstack/react-query";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ImportAdditions } from "#contract/importAdditions.ts";
import { importsApi } from "#contract/imports.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { Skeleton, SkeletonGroup } from "#web/ui/Skeleton.tsx";
import type { ImportDialogProps } from "./importDialog.ts";
import { refetchImports, storeImport } from "./importQueries.ts";

/**
 * Lists what people have added to the items of an import, and undoes the import after a
 * confirmation.
 */
export function UndoDialog({ isOpen, onClose, run }: ImportDialogProps) {
  const client = useQueryClient();
  const input = { params: { id: run.id } };
  const additions = useQuery({
    ...apiQuery(importsApi.additions, input),
    enabled: isOpen,
    staleTime: 0,
  });
  const undo = useApiMutation(importsApi.undo, {
    errorFallback: "Failed to undo the import",
    onSuccess: (undoing) => void storeImport(client, undoing),
    onError: () => void refetchImports(client),
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      title="Undo this import?"
      description={`Deletes what the import has created and restores what it has changed. ${
        run.settings?.isChosen
          ? "Boards, topics, settings and logo stay."
          : "Boards and topics stay."
      }`}
      confirmLabel="Undo import"
      pendingLabel="Starting..."
      pending={undo.isPending}
      confirmDisabled={!additions.isSuccess || additions.isFetching}
      onConfirm={() => undo.mutate(input, { onSettled: onClose })}
    >
      <Additions additions={additions} />
    </ConfirmDialog>
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
