import type { Endpoint } from "#contract/endpoint.ts";
import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import type { SecretTexts } from "./accessFixtures.ts";

/** What must not come to whom; super admins are not among them. */
const FORBIDDEN: Partial<Record<ViewerKey, (keyof SecretTexts)[]>> = {
  N: ["provider", "adminsOfA", "ofA", "ofB"],
  A: ["provider", "adminsOfA", "ofB"],
  U: ["provider", "adminsOfA", "ofB"],
  P: ["provider", "adminsOfA", "ofB"],
  V: ["provider", "adminsOfA", "ofB"],
  C: ["provider", "ofB"],
  X: ["provider", "adminsOfA", "ofA"],
};

/** What a viewer must not read anywhere in an answer. */
export function forbiddenWords(
  { path }: Endpoint,
  viewer: ViewerKey,
  words: SecretTexts,
): string[] {
  const forbidden = FORBIDDEN[viewer];
  if (forbidden) return forbidden.map((whose) => words[whose]);
  // A super admin manages any company by its id, and sees in a portal what is in it; `S` is in none.
  if (path.startsWith("/api/admin/") || path.startsWith("/api/company/")) return [];
  return viewer === "S" ? Object.values(words) : [words.provider, words.ofB];
}
