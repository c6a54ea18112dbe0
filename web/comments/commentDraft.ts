/** Keeps what someone is writing below an item until it is sent, over reload and sign-in, in this tab only. */
const keyOf = (feedbackId: number) => `comment-draft:${String(feedbackId)}`;

/** The draft, or '' where there is none or the browser keeps nothing. */
export function readCommentDraft(feedbackId: number): string {
  try {
    return sessionStorage.getItem(keyOf(feedbackId)) ?? "";
  } catch {
    return "";
  }
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
