import type { Author } from "#contract/users.ts";

/**
 * The author's name: full name, else username; 'Unknown User' without an author
 * (docs/specification.md "Feedback detail (/feedback/{id})").
 */
export function authorName(author: (Pick<Author, "fullName"> & Partial<Author>) | null): string {
  return author?.fullName?.trim() || author?.username || "Unknown User";
}
