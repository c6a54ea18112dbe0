import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { useState } from "react";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { MergeOutcome } from "#contract/merging.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { toastWithUndo } from "#web/app/api/toastWithUndo.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { rememberOwnMerge } from "../item/mergeTarget.ts";
import { writeStateToCache } from "./changeItems.ts";
import type { MergeTarget } from "./MergeTargetChoice.tsx";
import { MergeTargetChoice } from "./MergeTargetChoice.tsx";

const FAILED = "Failed to merge feedback";

interface MergeItemsProps {
  /** The items to merge. If there are several, one of them can be the target of the merge. */
  items: readonly FeedbackItem[];
  size?: ComponentProps<typeof Button>["size"];
  onMerged?: () => void;
}

/**
 * The 'Merge…' button with a dialog that shows the outcome before the merge
 * (docs/product-decisions.md "Duplicates, triage").
 */
export function MergeItems({ items, size, onMerged }: MergeItemsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [target, setTarget] = useState<MergeTarget | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const sources = items.filter(({ id }) => id !== target?.id);
  const outcome = useOutcome(sources, target);
  const merge = useMerge(target, onMerged);
  const choose = (chosen: MergeTarget | null) => {
    setTarget(chosen);
    setIsMissing(false);
    merge.reset();
  };
  const open = () => {
    choose(null);
    setIsOpen(true);
  };
  const save = () => {
    setIsMissing(target === null);
    if (target === null || !outcome.data || merge.isPending) return;
    merge.mutate({ body: { ids: sources.map(({ id }) => id), targetId: target.id } });
  };
  const error = merge.error ?? outcome.error;
  const message = isMissing ? "Choose an item" : error && (error.serverMessage ?? FAILED);
  return (
    <>
      <Button variant="secondary" size={size} aria-haspopup="dialog" data-key="m" onClick={open}>
        Merge…
      </Button>
      <FormDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={items.length === 1 ? "Merge feedback" : `Merge ${countLabel(items.length, "item")}`}
        description={descriptionOf(items)}
        isDirty={false}
        isPending={merge.isPending}
        submitLabel="Merge"
        pendingLabel="Merging..."
        onSubmit={save}
      >
        <div className="flex flex-col gap-4">
          <MergeTargetChoice items={items} chosenId={target?.id} onChoose={choose} />
          {/*
            The region is always rendered, because screen readers announce only changes of an
            existing region.
          */}
          <p role="status" className="text-sm">
            {target && outcome.data ? <Outcome target={target} outcome={outcome.data} /> : null}
          </p>
          {message ? (
            <p role="alert" className="text-sm text-danger-text">
              {message}
            </p>
          ) : null}
        </div>
      </FormDialog>
    </>
  );
}

function descriptionOf([only, ...others]: readonly FeedbackItem[]): ReactNode {
  if (others.length > 0)
    return "One item remains. The others become part of it, with their votes, comments and followers. They can be unmerged.";
  return (
    <>
      “<bdi>{only?.title}</bdi>” becomes part of another item, with its votes, comments and
      followers. It can be unmerged.
    </>
  );
}

function Outcome({ target, outcome }: { target: MergeTarget; outcome: MergeOutcome }) {
  const { votes, comments, followers, privateItems } = outcome;
  return (
    <>
      “<bdi>{target.title}</bdi>” remains, with {countLabel(votes, "vote")} (one per person),{" "}
      {countLabel(comments, "comment")} and {countLabel(followers, "follower")}.
      {privateItems > 0
        ? ` Only admins will see the text and comments of ${countLabel(privateItems, "private item")}.`
        : null}
    </>
  );
}

/** Fetches how many votes, comments and followers the target will have after the merge. */
function useOutcome(sources: readonly FeedbackItem[], target: MergeTarget | null) {
  return useQuery({
    ...apiQuery("/api/feedback/:id/merge-outcome", {
      params: { id: target?.id ?? 0 },
      query: { ids: sources.map(({ id }) => id).join(",") },
    }),
    enabled: target !== null,
    staleTime: 0,
  });
}

function useMerge(target: MergeTarget | null, onMerged?: () => void) {
  const client = useQueryClient();
  return useApiMutation("POST /api/feedback/merge", {
    changes: "item",
    errorFallback: FAILED,
    isShown: () => true,
    onSuccess: ({ undoToken }, { body: { ids, targetId } }) => {
      // With this state in the cache, the open page of a merged item redirects to the target's
      // page.
      for (const id of ids) rememberOwnMerge(id);
      writeStateToCache(client, ids, { state: "merged", mergedIntoId: targetId });
      const merged = ids.length === 1 ? "Merged" : `${String(ids.length)} items merged`;
      const title = `${merged} into “${target?.title ?? ""}”`;
      toastWithUndo(client, { title }, { undoToken, changes: "item" });
    },
    onSuccessMounted: onMerged,
  });
}
