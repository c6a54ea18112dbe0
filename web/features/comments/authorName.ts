import type { Author } from "#contract/users.ts";

/**
 * Returns the author's full name, or the username if the full name is missing, or 'Unknown User' if
 * there is neither (docs/specification.md "Feedback detail (/feedback/{id})").
 */
export function authorName(author: (Pick<Author, "fullName"> & Partial<Author>) | null): string {
  return author?.fullName?.trim() || author?.username || "Unknown User";
}
