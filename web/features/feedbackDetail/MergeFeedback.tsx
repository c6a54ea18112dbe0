import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { mergingApi } from "#contract/merging.ts";
import { apiQuery } from "#web/app/api/apiQuery.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { FormDialog } from "#web/ui/FormDialog.tsx";
import { toast } from "#web/ui/toast.ts";
import { forgetUnsavedChanges } from "#web/ui/unsavedChanges.ts";
import { QUERIES_AFFECTED_BY_MERGE } from "./affectedQueries.ts";
import { MergeTargetChoice } from "./MergeTargetChoice.tsx";
import { useItemInCache } from "./useItemInCache.ts";
import { useUnmerge } from "./useUnmerge.ts";

const FAILED = "Failed to merge feedback";

/**
 * The 'Merge…' button with its dialog, which shows the outcome first. After the merge, the item's
 * page leads to the target (docs/product-decisions.md "Duplicates, triage").
 */
export function MergeFeedback({ item }: { item: FeedbackDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  const [targetId, setTargetId] = useState<number | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const outcome = useOutcome(item.id, targetId);
  const merge = useMerge(item);
  const choose = (chosen: number | null) => {
    setTargetId(chosen);
    setIsMissing(false);
    merge.reset();
  };
  const open = () => {
    choose(null);
    setIsOpen(true);
  };
  const save = () => {
    setIsMissing(targetId === null);
    if (targetId === null || !outcome.data || merge.isPending) return;
    merge.mutate({ params: { id: item.id }, body: { targetId } });
  };
  const error = merge.error ?? outcome.error;
  const message = isMissing ? "Choose an item" : error && (error.serverMessage ?? FAILED);
  return (
    <>
      {item.state === "open" || item.state === "closed" ? (
        <Button variant="secondary" aria-haspopup="dialog" data-key="m" onClick={open}>
          Merge…
        </Button>
      ) : null}
      <FormDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Merge Feedback"
        description={
          <>
            “<bdi>{item.title}</bdi>” becomes part of another item, with its votes, comments and
            followers. It can be unmerged.
          </>
        }
        isDirty={false}
        isPending={merge.isPending}
        submitLabel="Merge"
        pendingLabel="Merging..."
        onSubmit={save}
      >
        <div className="flex flex-col gap-4">
          <MergeTargetChoice feedbackId={item.id} chosenId={targetId} onChoose={choose} />
          {/* Always rendered, because screen readers announce only changes of an existing region. */}
          <p role="status" className="text-sm">
            {outcome.text}
          </p>
          {message ? <ErrorLine message={message} /> : null}
        </div>
      </FormDialog>
    </>
  );
}

function ErrorLine({ message }: { message: string }) {
  return (
    <p role="alert" className="text-sm text-danger-text">
      {message}
    </p>
  );
}

/** What the target will have after the merge. */
function useOutcome(feedbackId: number, targetId: number | null) {
  const { data, error } = useQuery({
    ...apiQuery(mergingApi.preview, {
      params: { id: feedbackId },
      query: { targetId: String(targetId) },
    }),
    enabled: targetId !== null,
    staleTime: 0,
  });
  const parts = data && [
    `Votes ${data.votes.toLocaleString("en")}`,
    `comments ${data.comments.toLocaleString("en")}`,
    `followers ${data.followers.toLocaleString("en")}`,
  ];
  return { data, error, text: parts && `After the merge: ${parts.join(" · ")}` };
}

function useMerge(item: FeedbackDetail) {
  const writeItem = useItemInCache();
  const unmerge = useUnmerge();
  return useApiMutation(mergingApi.merge, {
    refetch: QUERIES_AFFECTED_BY_MERGE,
    errorFallback: FAILED,
    isShown: () => true,
    onSuccess: (target) => {
      writeItem(target);
      // The page of a merged item opens the page of its target.
      writeItem({ ...item, state: "merged", mergedIntoId: target.id });
      toast({
        title: `Merged into “${target.title}”`,
        action: { label: "Undo", onPress: () => unmerge.mutate({ params: { id: item.id } }) },
      });
    },
    onSuccessMounted: forgetUnsavedChanges,
  });
}
