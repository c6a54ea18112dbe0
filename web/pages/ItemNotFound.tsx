import { useCurrentUser } from "#web/app/api/SessionContext.tsx";
import { PageMeta } from "#web/app/layout/PageMeta.tsx";
import { RejectedPosts } from "#web/features/notifications/RejectedPosts.tsx";
import { NotFound } from "#web/ui/NotFound.tsx";

/**
 * Shown if the item does not exist, is not visible to the viewer, or has an invalid id. The author of
 * a rejected item reads why it was rejected.
 */
export function ItemNotFound({ feedbackId }: { feedbackId?: number | undefined }) {
  const isSignedIn = useCurrentUser() !== null;
  return (
    <>
      <PageMeta title="Feedback item not found" noIndex />
      {isSignedIn && feedbackId !== undefined ? <RejectedPosts feedbackId={feedbackId} /> : null}
      <NotFound
        title="Feedback item not found"
        text="It may have been deleted, or the address may be wrong."
        to="/feedback"
        toLabel="See all feedback"
      />
    </>
  );
}
