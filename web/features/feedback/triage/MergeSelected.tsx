import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { MergeTargetChoice } from "./MergeTargetChoice.tsx";
import { mergeItems } from "./changeItems.ts";
import type { Selection } from "./useSelection.ts";

/** The 'Merge…' button with its dialog for the item that the selected items are merged into. */
export function MergeSelected({ selection }: { selection: Selection }) {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const [targetId, setTargetId] = useState<number | null>(null);
  const ids = selection.items.map(({ id }) => id);
  const what = countLabel(ids.length, "item");
  const choose = (chosen: number | null) => {
    setTargetId(chosen);
    setIsMissing(false);
  };
  const save = async () => {
    setIsMissing(targetId === null);
    if (targetId === null || isPending) return;
    setIsPending(true);
    const isMerged = await mergeItems(client, ids, targetId);
    setIsPending(false);
    if (isMerged) selection.clear();
  };
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-haspopup="dialog"
        onClick={() => {
          choose(null);
          setIsOpen(true);
        }}
      >
        Merge…
      </Button>
      <FormDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Merge ${what}`}
        description="The items become part of another item, with their votes, comments and followers. They can be unmerged."
        isDirty={false}
        isPending={isPending}
        submitLabel="Merge"
        pendingLabel="Merging..."
        onSubmit={() => void save()}
      >
        <div className="flex flex-col gap-4">
          <MergeTargetChoice sourceIds={ids} chosenId={targetId} onChoose={choose} />
          {isMissing ? (
            <p role="alert" className="text-sm text-danger-text">
              Choose an item
            </p>
          ) : null}
        </div>
      </FormDialog>
    </>
  );
}
