import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { moderationApi } from "#contract/moderation.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { ConfirmDialog } from "#web/ui/ConfirmDialog.tsx";
import { countLabel } from "#web/ui/countLabel.ts";
import { toast } from "#web/ui/toast.ts";
import { ModeratedPosts } from "./ModeratedPosts.tsx";
import { QUERIES_AFFECTED_BY_MODERATION, suspectedPostsQuery } from "./moderationQueries.ts";
import { PendingPostRow } from "./PendingPostRow.tsx";
import { RejectDialog } from "./RejectDialog.tsx";
import { useUndoAction } from "./useUndoAction.ts";

/** Lists the items that wait for approval as possible spam. */
export function SuspectedPosts() {
  const list = useInfiniteQuery(suspectedPostsQuery());
  const hasPosts = list.data?.pages.some(({ items }) => items.length > 0) ?? false;
  return (
    <ModeratedPosts
      id="suspected"
      title="Possible spam"
      list={list}
      actions={hasPosts ? <DeleteAll /> : null}
      loadingLabel="Loading possible spam"
      skeletonRows={1}
      errorMessage="Failed to fetch possible spam"
      columns={["Post", "Actions"]}
      empty={
        <p className="text-sm">
          Feedback of visitors without an account that may come from a program is listed here.
        </p>
      }
      Row={PendingPostRow}
      DeletionDialog={RejectDialog}
    />
  );
}

function DeleteAll() {
  const [isAsking, setIsAsking] = useState(false);
  const undoAction = useUndoAction();
  const reject = useApiMutation(moderationApi.reject, {
    refetch: QUERIES_AFFECTED_BY_MODERATION,
    errorFallback: "Failed to delete",
    onSuccess: ({ decided, decisionId }) =>
      toast({ title: `${countLabel(decided, "post")} deleted`, action: undoAction(decisionId) }),
    onError: () => setIsAsking(false),
  });
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Delete all…
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Delete all possible spam?"
        description="Up to 500 posts are deleted, the oldest first."
        confirmLabel="Delete all"
        pendingLabel="Deleting..."
        pending={reject.isPending}
        onConfirm={() =>
          reject.mutate({ body: { suspected: true } }, { onSuccess: () => setIsAsking(false) })
        }
      />
    </>
  );
}
