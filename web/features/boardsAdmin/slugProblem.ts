import { boardSlug } from "#contract/boards.ts";

/**
 * What is wrong with a slug while it is being typed: its shape, or that another board has it.
 * Nothing to say yet to an empty one, or to a hyphen at the end, behind which the next word may
 * come; sending the form checks both.
 */
export function slugProblem(slug: string, taken: readonly string[]): string | undefined {
  const typed = slug.trim().replace(/([^-])-$/, "$1");
  if (typed === "") return undefined;
  const checked = boardSlug.safeParse(typed);
  if (!checked.success) return checked.error.issues[0]?.message;
  return taken.includes(checked.data) ? "Slug is already taken" : undefined;
}
