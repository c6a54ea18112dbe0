import { useEffect, useEffectEvent } from "react";

/** Keeps what someone is writing below an item until it is sent, over reload and sign-in, in this tab only. */
const keyOf = (feedbackId: number) => `comment-draft:${String(feedbackId)}`;

/** Hands an earlier draft to `restore` once the form is in the browser. */
export function useRestoredDraft(feedbackId: number, restore: (draft: string) => void): void {
  const run = useEffectEvent(restore);
  useEffect(() => {
    const draft = readDraft(feedbackId);
    if (draft !== "") run(draft);
  }, [feedbackId]);
}

/** Keeps the draft; an empty one is forgotten. */
export function keepCommentDraft(feedbackId: number, content: string): void {
  try {
    if (content === "") sessionStorage.removeItem(keyOf(feedbackId));
    else sessionStorage.setItem(keyOf(feedbackId), content);
  } catch {
    // A browser that keeps nothing still comments.
  }
}

function readDraft(feedbackId: number): string {
  try {
    return sessionStorage.getItem(keyOf(feedbackId)) ?? "";
  } catch {
    return "";
  }
}
