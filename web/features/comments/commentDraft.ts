import { useEffect, useEffectEvent } from "react";
import { keepDraft, readDraft } from "#web/ui/drafts.ts";

const nameOf = (feedbackId: number) => `comment:${String(feedbackId)}`;

interface DraftedField {
  readonly read: () => string | undefined;
  readonly write: (draft: string) => void;
}

/**
 * Puts an earlier draft into the field once the form is alive; what was typed before that is the
 * draft from then on.
 */
export function useRestoredDraft(feedbackId: number, field: DraftedField): void {
  const restore = useEffectEvent(() => {
    const typed = field.read();
    if (typed) keepCommentDraft(feedbackId, typed);
    else field.write(readDraft(nameOf(feedbackId)));
  });
  useEffect(() => restore(), [feedbackId]);
}

/** Keeps what someone is writing below an item until it is sent; an empty draft is forgotten. */
export function keepCommentDraft(feedbackId: number, content: string): void {
  keepDraft(nameOf(feedbackId), content);
}
