import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { ModeratedPost } from "#contract/moderation.ts";
import { ShieldCheck } from "#web/ui/adminIcons.ts";
import { EmptyState } from "#web/ui/EmptyState.tsx";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { BlockDialog } from "./BlockDialog.tsx";
import { pendingPostsQuery } from "./moderationQueries.ts";
import { PendingPostRow } from "./PendingPostRow.tsx";
import { RejectDialog } from "./RejectDialog.tsx";

/** Lists the items and comments that wait for approval, with what admins can do about them. */
export function PendingPosts() {
  const list = useInfiniteQuery(pendingPostsQuery());
  const heading = useRef<HTMLHeadingElement>(null);
  const rejection = useDialogState<ModeratedPost>();
  const block = useDialogState<ModeratedPost>();
  return (
    <ScreenSection id="waiting" title="Waiting for approval" headingRef={heading}>
      <PagedTable
        list={{ ...list, isPlaceholderData: false }}
        listKey=""
        label="Waiting for approval"
        loadingLabel="Loading what waits for approval"
        skeletonRows={3}
        errorMessage="Failed to fetch what waits for approval"
        columns={["Post", "Author", "Since", "Actions"]}
        tableFrom="4xl"
        empty={
          <EmptyState
            icon={ShieldCheck}
            title="Nothing is waiting"
            text="New feedback and comments that need your approval are listed here."
          />
        }
        renderRow={(post) => (
          <PendingPostRow
            key={`${String(post.feedbackId)} ${String(post.commentId)}`}
            post={post}
            focusAfterwards={heading}
            onReject={() => rejection.open(post)}
            onBlock={() => block.open(post)}
          />
        )}
      />
      {rejection.subject ? (
        <RejectDialog
          key={`rejection ${String(rejection.turn)}`}
          isOpen={rejection.isOpen}
          onClose={rejection.close}
          post={rejection.subject}
          focusAfterwards={heading}
        />
      ) : null}
      {block.subject ? (
        <BlockDialog
          key={`block ${String(block.turn)}`}
          isOpen={block.isOpen}
          onClose={block.close}
          post={block.subject}
          focusAfterwards={heading}
        />
      ) : null}
    </ScreenSection>
  );
}
