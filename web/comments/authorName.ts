import type { Author } from "#contract/users.ts";

/** How an author is called: full name, else username; 'Unknown User' when the account is gone (SPEC section 2). */
export function authorName(author: Author | null): string {
  return author ? author.fullName?.trim() || author.username : "Unknown User";
}
