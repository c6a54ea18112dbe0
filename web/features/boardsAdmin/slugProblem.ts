import { boardSlug, SLUG_TAKEN } from "#contract/boards.ts";

/**
 * The error of a slug while typing: invalid, or used by another board. An empty slug or a hyphen at
 * the end is no error yet; submitting validates both.
 */
export function slugProblem(slug: string, taken: readonly string[]): string | undefined {
  const typed = slug.trim().replace(/([^-])-$/, "$1");
  if (typed === "") return undefined;
  const checked = boardSlug.safeParse(typed);
  if (!checked.success) return checked.error.issues[0]?.message;
  return taken.includes(checked.data) ? SLUG_TAKEN : undefined;
}
