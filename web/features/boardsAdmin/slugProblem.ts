import { boardSlug, SLUG_TAKEN } from "#contract/boards.ts";

/**
 * Returns the error message for a slug that is invalid or used by another board. The form calls
 * this function while the user types. An empty slug or a hyphen at the end is therefore not an
 * error: both are validated on submit.
 */
export function slugProblem(slug: string, taken: readonly string[]): string | undefined {
  const typed = slug.trim().replace(/([^-])-$/, "$1");
  if (typed === "") return undefined;
  const checked = boardSlug.safeParse(typed);
  if (!checked.success) return checked.error.issues[0]?.message;
  return taken.includes(checked.data) ? SLUG_TAKEN : undefined;
}
