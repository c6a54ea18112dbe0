import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import type { ComponentType, RefObject } from "react";
import { useRef, useEffect, useEffectEvent } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useForm, useWatch } from "react-hook-form";
import type * as z from "zod/mini";
import type { Comment } from "#contract/comments.ts";
import { NewComment } from "#contract/comments.ts";
import { useApiMutation } from "#web/app/api/useApiMutation.ts";
import { MarkdownField } from "#web/features/markdown/MarkdownField.tsx";
import { Button } from "#web/ui/Button.tsx";
import { cn } from "#web/ui/cn.ts";
import { keepDraft, readDraft } from "#web/ui/drafts.ts";
import { Field } from "#web/ui/Field.tsx";
import { useHydrated } from "#web/ui/useHydrated.ts";
import type { CommentFormSlot } from "./Discussion.tsx";
import type { NoteSwitchProps } from "./NoteSwitch.tsx";
import { addCommentToCache } from "./useComments.ts";

interface CommentFormProps extends CommentFormSlot {
  /** The choice between a comment and an internal note; absent if the user cannot write notes. */
  NoteSwitch?: ComponentType<NoteSwitchProps>;
}

const COMMENT_LABELS = {
  field: "Your comment",
  placeholder: "Share your thoughts...",
  submit: "Post comment",
  pending: "Posting...",
};
const NOTE_LABELS = {
  field: "Your note",
  placeholder: "Write a note for your team...",
  submit: "Add note",
  pending: "Adding...",
};

/**
 * The comment form. Admins choose between a comment and an internal note. Ctrl+Enter or Cmd+Enter
 * submits the form. A draft is stored until the comment is posted.
 */
export function CommentForm(props: CommentFormProps) {
  const { feedbackId, takesFocus, onPosted, NoteSwitch } = props;
  const mayWriteNotes = NoteSwitch !== undefined;
  const box = useRef<HTMLFormElement>(null);
  const isFocusUnmoved = useFocusUnmoved(box);
  const { form, isNote, keep, changeMode, startNote } = useDraftedForm(feedbackId, mayWriteNotes);
  const post = usePostComment(feedbackId, form, {
    onPosted: keep,
    onPostedMounted: (comment) => {
      if (!form.getValues("content") && isFocusUnmoved()) onPosted(comment);
    },
  });
  // Whether the comment is being posted. The user may have left the page and returned since the
  // request was sent.
  const isPosting = post.pending !== undefined;
  const isHydrated = useHydrated();
  useFocusAtOnce(form, takesFocus);
  const labels = isNote ? NOTE_LABELS : COMMENT_LABELS;
  return (
    <form
      ref={box}
      noValidate
      className={cn(
        mayWriteNotes && "flex flex-col gap-3 rounded-xl border border-line p-3",
        isNote && "bg-amber-tint",
      )}
      onSubmit={form.handleSubmit((body) => {
        if (isPosting) return;
        post.mutate({ params: { id: feedbackId }, body });
      })}
    >
      {NoteSwitch && <NoteSwitch isNote={isNote} onChange={changeMode} onShortcut={startNote} />}
      <Field
        label={labels.field}
        className="[&>label]:sr-only"
        error={form.formState.errors.content?.message}
        required
      >
        {(control) => (
          <MarkdownField
            rows={3}
            placeholder={labels.placeholder}
            // Only admins write notes and mention teammates.
            mentions={mayWriteNotes}
            {...control}
            {...form.register("content", { onChange: keep })}
          />
        )}
      </Field>
      <div className={cn("flex justify-end", !mayWriteNotes && "mt-3")}>
        <Button
          type="submit"
          disabled={!isHydrated}
          pending={isPosting}
          pendingLabel={labels.pending}
        >
          {labels.submit}
        </Button>
      </div>
    </form>
  );
}

type CommentFields = UseFormReturn<
  z.input<typeof NewComment>,
  unknown,
  z.output<typeof NewComment>
>;

/**
 * Returns the form and its mode, which is comment or note. The form's text and mode are restored
 * from the stored draft.
 */
function useDraftedForm(feedbackId: number, mayWriteNotes: boolean) {
  // The form has no default value, because a default value would overwrite text typed before
  // hydration.
  const form: CommentFields = useForm({
    resolver: zodResolver(NewComment),
    shouldFocusError: true,
  });
  const isNote = useWatch({ control: form.control, name: "isInternal" }) ?? false;
  const keep = () => {
    const { content, isInternal = false } = form.getValues();
    keepCommentDraft(feedbackId, { content, isInternal });
  };
  useRestoredDraft(feedbackId, {
    mayWriteNotes,
    readContent: () => form.getValues("content"),
    write: ({ content, isInternal }) => {
      form.setValue("content", content);
      if (mayWriteNotes) form.setValue("isInternal", isInternal);
    },
  });
  const changeMode = (isInternal: boolean) => {
    form.setValue("isInternal", isInternal);
    keep();
  };
  const startNote = () => {
    changeMode(true);
    form.setFocus("content");
  };
  return { form, isNote, keep, changeMode, startNote };
}

function useFocusAtOnce(form: CommentFields, takesFocus: boolean): void {
  const focusField = useEffectEvent(() => form.setFocus("content"));
  useEffect(() => {
    if (takesFocus) focusField();
  }, [takesFocus]);
}

interface PostHandlers {
  onPosted: () => void;
  /** Called after `onPosted` if the form is still mounted. */
  onPostedMounted: (comment: Comment) => void;
}

function usePostComment(
  feedbackId: number,
  form: CommentFields,
  { onPosted, onPostedMounted }: PostHandlers,
) {
  const client = useQueryClient();
  return useApiMutation("POST /api/feedback/:id/comments", {
    entityId: feedbackId,
    signInTo: "post your comment",
    changes: "comment",
    errorFallback: "Failed to add comment",
    form,
    onSuccess: (comment, { body }) => {
      // Clears the field only if the text has not changed since the submission.
      const { content, isInternal } = form.getValues();
      if (content.trim() === body.content) form.reset({ content: "", isInternal });
      onPosted();
      addCommentToCache(client, comment);
    },
    onSuccessMounted: onPostedMounted,
  });
}

/**
 * The text of a comment that is not posted yet. If `isInternal` is true, the text is an internal
 * note.
 */
interface CommentDraft {
  readonly content: string;
  readonly isInternal: boolean;
}

/**
 * The drafts of notes and comments have different names, so that a note is never restored as a
 * comment.
 */
const nameOf = (feedbackId: number, isInternal: boolean) =>
  `${isInternal ? "note" : "comment"}:${String(feedbackId)}`;

interface DraftedForm {
  readonly mayWriteNotes: boolean;
  readonly readContent: () => string | undefined;
  readonly write: (draft: CommentDraft) => void;
}

/**
 * Restores the stored draft after hydration. Text typed before hydration replaces the stored draft.
 */
function useRestoredDraft(feedbackId: number, form: DraftedForm): void {
  const restore = useEffectEvent(() => {
    const content = form.readContent();
    if (content) keepCommentDraft(feedbackId, { content, isInternal: false });
    else form.write(readCommentDraft(feedbackId, form.mayWriteNotes));
  });
  useEffect(() => restore(), [feedbackId]);
}

function readCommentDraft(feedbackId: number, mayWriteNotes: boolean): CommentDraft {
  const note = mayWriteNotes ? readDraft(nameOf(feedbackId, true)) : "";
  return note === ""
    ? { content: readDraft(nameOf(feedbackId, false)), isInternal: false }
    : { content: note, isInternal: true };
}

/** Stores the draft of a comment or note. Deletes the item's draft of the other kind. */
function keepCommentDraft(feedbackId: number, { content, isInternal }: CommentDraft): void {
  keepDraft(nameOf(feedbackId, isInternal), content);
  keepDraft(nameOf(feedbackId, !isInternal), "");
}

/**
 * Returns a function that returns false if the user has moved the focus to another control. It
 * returns true if the focus is inside `box`, on no element, or on the element that had the focus
 * when `box` was mounted.
 */
function useFocusUnmoved(box: RefObject<HTMLElement | null>): () => boolean {
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
  }, []);
  return () => {
    const now = document.activeElement;
    return now === document.body || now === before.current || (box.current?.contains(now) ?? false);
  };
}
