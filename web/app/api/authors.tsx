import type { Author } from "#contract/users.ts";
import { useShownCompany } from "#web/app/api/SessionContext.tsx";
import { Badge } from "#web/ui/Badge.tsx";

/**
 * Returns the author's full name, or the username if the full name is missing, or 'Unknown User' if
 * there is neither (docs/specification.md "Feedback detail (/feedback/{id})").
 */
export function authorName(author: (Pick<Author, "fullName"> & Partial<Author>) | null): string {
  return author?.fullName?.trim() || author?.username || "Unknown User";
}

/** A badge that marks text as written by an admin of the company. */
export function TeamBadge() {
  const company = useShownCompany();
  return company ? <Badge>{company.name} team</Badge> : null;
}
