import type { User } from "#contract/users.ts";

/** Authors delete their own comments; admins any of their portal. */
export function mayDeleteComment(viewer: User, isAdmin: boolean, authorId: number | null): boolean {
  return isAdmin || authorId === viewer.id;
}
