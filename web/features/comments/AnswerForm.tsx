import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useForm } from "react-hook-form";
import type { Comment } from "#contract/comments.ts";
import { NewComment } from "#contract/comments.ts";
import { authorName } from "#web/app/api/authors.tsx";
import { useManagedCompanyId } from "#web/app/api/SessionContext.tsx";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { MarkdownField } from "#web/features/markdown/MarkdownField.tsx";
import { Button } from "#web/ui/Button.tsx";
import { keepDraft, readDraft } from "#web/ui/drafts.ts";
import { Field } from "#web/ui/Field.tsx";
import { addCommentToCache } from "./useComments.ts";

interface AnswerFormProps {
  answered: Comment;
  /** Called after the answer was posted, and if the user cancels. */
  onClose: () => void;
  /** Called with the id of the posted answer. */
  onPosted: (id: number) => void;
}

/**
 * The form that answers a comment. An answer to an answer begins with the name of its author. The
 * draft is stored until the answer is posted. Ctrl+Enter or Cmd+Enter submits the form, and Escape
 * closes it.
 */
export function AnswerForm(props: AnswerFormProps) {
  const { answered, onClose } = props;
  const mentions = useManagedCompanyId() !== null;
  const name = authorName(answered.user);
  const { form, keep, submit, isPending } = useAnswer(props, name);
  const { errors } = form.formState;
  const isNote = answered.visibility === "internal";
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
      <Field
        label={`Your ${isNote ? "note" : "answer"} to ${name}`}
        className="[&>label]:sr-only"
        error={errors.content?.message ?? errors.answersId?.message}
        required
      >
        {(control) => (
          <MarkdownField
            rows={3}
            placeholder={`Answer ${name}...`}
            mentions={mentions}
            {...control}
            {...form.register("content", { onChange: keep })}
            onFocus={({ target }) => {
              const { length } = target.value;
              if (target.selectionEnd === 0) target.setSelectionRange(length, length);
            }}
            onKeyDown={({ key }) => {
              if (key === "Escape") onClose();
            }}
          />
        )}
      </Field>
      <div className="flex items-center justify-end gap-2">
        {isNote ? <p className="mr-auto text-sm">Only your team sees it</p> : null}
        <Button variant="ghost" disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending} pendingLabel="Posting...">
          Post answer
        </Button>
      </div>
    </form>
  );
}

/** Returns the form of an answer to the comment of an author with this name. */
function useAnswer({ answered, onClose, onPosted }: AnswerFormProps, name: string) {
  const client = useQueryClient();
  const draft = `answer:${String(answered.id)}`;
  const start = answered.answersId === null || answered.userId === null ? "" : `@${name} `;
  const form = useForm({
    resolver: zodResolver(NewComment),
    defaultValues: { content: readDraft(draft) || start, answersId: answered.id },
  });
  const focusField = useEffectEvent(() => form.setFocus("content"));
  useEffect(() => focusField(), []);
  const post = useApiMutation("POST /api/feedback/:id/comments", {
    signInTo: "post your answer",
    changes: "comment",
    errorFallback: "Failed to add comment",
    form,
    onSuccess: (comment) => {
      keepDraft(draft, "");
      addCommentToCache(client, comment);
    },
    onSuccessMounted: ({ id }) => {
      onClose();
      onPosted(id);
    },
  });
  const submit = form.handleSubmit((body) => {
    if (!post.isPending) post.mutate({ params: { id: answered.feedbackId }, body });
  });
  const keep = () => keepDraft(draft, textOf(form.getValues("content"), start));
  return { form, keep, submit, isPending: post.isPending };
}

/** The text that is kept as a draft; the name alone is none. */
const textOf = (content: string, start: string) => (content.trim() === start.trim() ? "" : content);
