import { useId } from "react";
import type { Comment } from "#contract/comments.ts";
import type { User } from "#contract/users.ts";
import { Button } from "#web/ui/Button.tsx";
import { lazyPart } from "#web/ui/lazyPart.tsx";

const CommentForm = lazyPart(async () => (await import("./CommentForm.tsx")).CommentForm);

interface AddCommentProps {
  feedbackId: number;
  user: User | null;
  isAdmin: boolean;
  /** The URL of the login page, with this page as the page to return to after the login. */
  loginHref: string;
  onPosted: (comment: Comment) => void;
}

/**
 * The section 'Add a Comment'. Signed-out visitors see a login link instead of the form, because
 * commenting requires an account (docs/product-decisions.md "Feedback").
 */
export function AddComment({ feedbackId, user, isAdmin, loginHref, onPosted }: AddCommentProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-3 text-base font-semibold">
        Add a Comment
      </h2>
      {user ? (
        <CommentForm feedbackId={feedbackId} isAdmin={isAdmin} onPosted={onPosted} />
      ) : (
        <Button asChild variant="secondary">
          <a href={loginHref}>Log in to comment</a>
        </Button>
      )}
    </section>
  );
}
