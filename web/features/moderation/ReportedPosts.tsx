import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { ReportedPost } from "#contract/reports.ts";
import { PagedTable } from "#web/ui/PagedTable.tsx";
import { ScreenSection } from "#web/ui/ScreenSection.tsx";
import { useDialogState } from "#web/ui/useDialogState.ts";
import { BlockDialog } from "./BlockDialog.tsx";
import { reportedPostsQuery } from "./moderationQueries.ts";
import { RemoveDialog } from "./RemoveDialog.tsx";
import { ReportedPostRow } from "./ReportedPostRow.tsx";

/** Lists the reported items and comments, with what admins can do about them. */
export function ReportedPosts() {
  const list = useInfiniteQuery(reportedPostsQuery());
  const heading = useRef<HTMLHeadingElement>(null);
  const removal = useDialogState<ReportedPost>();
  const block = useDialogState<ReportedPost>();
  return (
    <ScreenSection id="reports" title="Reports" headingRef={heading}>
      <PagedTable
        list={{ ...list, isPlaceholderData: false }}
        listKey=""
        label="Reports"
        loadingLabel="Loading reports"
        skeletonRows={1}
        errorMessage="Failed to fetch reports"
        columns={["Post", "Author", "Since", "Reported for", "Actions"]}
        tableFrom="4xl"
        empty={<p className="text-sm">Nobody has reported anything.</p>}
        renderRow={(post) => (
          <ReportedPostRow
            key={`${String(post.feedbackId)} ${String(post.commentId)}`}
            post={post}
            focusAfterwards={heading}
            onRemove={() => removal.open(post)}
            onBlock={() => block.open(post)}
          />
        )}
      />
      {removal.subject ? (
        <RemoveDialog
          key={`removal ${String(removal.turn)}`}
          isOpen={removal.isOpen}
          onClose={removal.close}
          post={removal.subject}
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
