import type { ModeratedPost } from "#contract/moderation.ts";

/** Returns the id by which the calls of moderation name a post. */
export function postId({ feedbackId, commentId }: ModeratedPost) {
  return commentId === null ? { feedbackId } : { commentId };
}
