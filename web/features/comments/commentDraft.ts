import { useEffect, useEffectEvent } from "react";
import { keepDraft, readDraft } from "#web/ui/drafts.ts";

const nameOf = (feedbackId: number) => `comment:${String(feedbackId)}`;

interface DraftedField {
  readonly read: () => string | undefined;
  readonly write: (draft: string) => void;
}

/**
 * Restores the stored draft after hydration. Text typed before hydration replaces the stored draft.
 */
export function useRestoredDraft(feedbackId: number, field: DraftedField): void {
  const restore = useEffectEvent(() => {
    const typed = field.read();
    if (typed) keepCommentDraft(feedbackId, typed);
    else field.write(readDraft(nameOf(feedbackId)));
  });
  useEffect(() => restore(), [feedbackId]);
}

/** Stores the draft of a comment. An empty draft is removed. */
export function keepCommentDraft(feedbackId: number, content: string): void {
  keepDraft(nameOf(feedbackId), content);
}
