import { useEffect, useEffectEvent } from "react";
import { keepDraft, readDraft } from "#web/ui/drafts.ts";

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
export function useRestoredDraft(feedbackId: number, form: DraftedForm): void {
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
export function keepCommentDraft(feedbackId: number, { content, isInternal }: CommentDraft): void {
  keepDraft(nameOf(feedbackId, isInternal), content);
  keepDraft(nameOf(feedbackId, !isInternal), "");
}
