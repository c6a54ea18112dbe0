import type { ModeratedPost } from "#contract/moderation.ts";

/** Returns the id that identifies a post in calls of the moderation API. */
export function postId({ feedbackId, commentId }: ModeratedPost) {
  return commentId === null ? { feedbackId } : { commentId };
}
