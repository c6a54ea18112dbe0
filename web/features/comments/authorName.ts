import type { Author } from "#contract/users.ts";

/**
 * How an author is called: full name, else username where it is known; 'Unknown User' when the
 * account is gone (docs/specification.md "Feedback detail (/feedback/{id})").
 */
export function authorName(author: (Pick<Author, "fullName"> & Partial<Author>) | null): string {
  return author?.fullName?.trim() || author?.username || "Unknown User";
}
