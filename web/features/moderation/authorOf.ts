import type { ModeratedPost } from "#contract/moderation.ts";
import { DELETED_USER } from "#contract/users.ts";

/**
 * Returns the name or e-mail address of a post's author, or a text for a deleted account or an
 * anonymous visitor.
 */
export function authorOf({ author, isAuthorDeleted }: ModeratedPost): string {
  if (author) return author.fullName ?? author.username;
  return isAuthorDeleted ? DELETED_USER : "Anonymous visitor";
}
