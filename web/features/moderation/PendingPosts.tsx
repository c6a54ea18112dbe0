import { useInfiniteQuery } from "@tanstack/react-query";
import { ShieldCheck } from "#web/ui/adminIcons.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { ModeratedPosts } from "./ModeratedPosts.tsx";
import { pendingPostsQuery } from "./moderationQueries.ts";
import { PendingPostRow } from "./PendingPostRow.tsx";
import { RejectDialog } from "./RejectDialog.tsx";

/**
 * Lists the items and comments that wait for approval, except possible spam. Each row has buttons
 * to approve or reject the post.
 */
export function PendingPosts() {
  return (
    <ModeratedPosts
      id="waiting"
      title="Waiting for approval"
      list={useInfiniteQuery(pendingPostsQuery())}
      loadingLabel="Loading what waits for approval"
      skeletonRows={3}
      errorMessage="Failed to fetch what waits for approval"
      columns={["Post", "Actions"]}
      empty={
        <EmptyState
          icon={ShieldCheck}
          title="Nothing is waiting"
          text="New feedback and comments that need your approval are listed here."
        />
      }
      Row={PendingPostRow}
      DeletionDialog={RejectDialog}
    />
  );
}
