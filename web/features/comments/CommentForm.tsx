import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useForm } from "react-hook-form";
import type { Comment } from "#contract/comments.ts";
import { commentsApi, NewComment } from "#contract/comments.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { TextArea } from "#web/ui/TextArea.tsx";
import { useHydrated } from "#web/ui/useHydrated.ts";
import { addCommentToCache } from "./addCommentToCache.ts";
import { keepCommentDraft, useRestoredDraft } from "./commentDraft.ts";
import { useFocusUnmoved } from "./useFocusUnmoved.ts";

interface CommentFormProps {
  feedbackId: number;
  /** Called with the new comment, unless the user is typing again or has moved the focus. */
  onPosted: (comment: Comment) => void;
}

/**
 * The comment form. Ctrl+Enter or Cmd+Enter submits the form. A draft is stored until the comment
 * is posted.
 */
export function CommentForm({ feedbackId, onPosted }: CommentFormProps) {
  const client = useQueryClient();
  const box = useRef<HTMLFormElement>(null);
  const isFocusUnmoved = useFocusUnmoved(box);
  // The form has no default value, because a default value would overwrite text typed before
  // hydration.
  const form = useForm({ resolver: zodResolver(NewComment), shouldFocusError: true });
  useRestoredDraft(feedbackId, {
    read: () => form.getValues("content"),
    write: (draft) => form.setValue("content", draft),
  });
  const post = useApiMutation(commentsApi.create, {
    entityId: feedbackId,
    refetch: [commentsApi.list, feedbackApi.get, feedbackApi.list, feedbackApi.listOnBoard],
    errorFallback: "Failed to add comment",
    form,
    onSuccess: (comment, { body }) => {
      // Clears the field only if its text has not changed since the submission.
      if (form.getValues("content").trim() === body.content) form.reset({ content: "" });
      keepCommentDraft(feedbackId, form.getValues("content"));
      addCommentToCache(client, comment);
    },
    onSuccessMounted: (comment) => {
      if (!form.getValues("content") && isFocusUnmoved()) onPosted(comment);
    },
  });
  // Whether the comment is being posted, even if an earlier instance of this page has sent it.
  const isPosting = post.pending !== undefined;
  const isHydrated = useHydrated();
  return (
    <form
      ref={box}
      noValidate
      onSubmit={form.handleSubmit((body) => {
        if (isPosting) return;
        post.mutate({ params: { id: feedbackId }, body });
      })}
    >
      <Field
        label="Your comment"
        className="[&>label]:sr-only"
        error={form.formState.errors.content?.message}
        required
      >
        {(control) => (
          <TextArea
            rows={3}
            placeholder="Share your thoughts..."
            {...control}
            {...form.register("content", {
              onChange: () => keepCommentDraft(feedbackId, form.getValues("content")),
            })}
          />
        )}
      </Field>
      <div className="mt-3 flex justify-end">
        <Button type="submit" disabled={!isHydrated} pending={isPosting} pendingLabel="Posting...">
          Post Comment
        </Button>
      </div>
    </form>
  );
}
