import type { User } from "#contract/users.ts";

/** Authors can delete their own comments. Admins can delete all comments of their company. */
export function mayDeleteComment(viewer: User, isAdmin: boolean, authorId: number | null): boolean {
  return isAdmin || authorId === viewer.id;
}
