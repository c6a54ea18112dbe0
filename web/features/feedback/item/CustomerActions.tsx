import type { Comment } from "#contract/comments.ts";
import type { FeedbackDetail } from "#contract/feedback.ts";
import { authorName } from "#web/app/api/authors.tsx";
import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { FollowButton } from "#web/features/feedback/FollowMenu.tsx";
import { ReportMenu } from "#web/features/feedback/ReportMenu.tsx";
import { lazyPart } from "#web/ui/lazyPart.tsx";
import { ShareButton } from "./ShareButton.tsx";

// Only authors of new items need the form.
const EditFeedbackDialog = lazyPart(
  async () => (await import("./EditFeedbackDialog.tsx")).EditFeedbackDialog,
);

type CustomerActionsProps = { item: FeedbackDetail } | { comment: Comment };

/** What a signed-in customer can do with an item, or with another author's comment. */
export function CustomerActions(props: CustomerActionsProps) {
  return "item" in props ? <ItemActions {...props} /> : <CommentReportMenu {...props} />;
}

/** The buttons with which a customer follows, shares, edits or reports the item. */
function ItemActions({ item }: { item: FeedbackDetail }) {
  const user = useCurrentUser();
  return (
    <>
      <FollowButton item={item} />
      {/* The menu never has a line of its own. */}
      <span className="flex grow gap-2">
        <ShareButton title={item.title} />
        {item.userId === user?.id ? (
          <EditFeedbackDialog item={item} isOffered={item.status === "new"} />
        ) : (
          <ReportMenu feedbackId={item.id} label="More actions" />
        )}
      </span>
    </>
  );
}

/** The menu with which a customer reports a comment. */
function CommentReportMenu({ comment }: { comment: Comment }) {
  const { id, user, feedbackId } = comment;
  return (
    <ReportMenu
      feedbackId={feedbackId}
      commentId={id}
      label={`More about the comment by ${authorName(user)}`}
    />
  );
}
