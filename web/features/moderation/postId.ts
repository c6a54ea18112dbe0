import type { ModeratedPost } from "#contract/moderation.ts";

/** Returns the fields that identify a post in a request to the moderation API. */
export function postId({ feedbackId, commentId }: ModeratedPost) {
  return commentId === null ? { feedbackId } : { commentId };
}
