import type { Endpoint } from "#contract/endpoint.ts";
import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import type { SecretTexts } from "./accessFixtures.ts";

/** Secrets that each viewer must not receive. Super admins may read all. */
const FORBIDDEN: Partial<Record<ViewerKey, (keyof SecretTexts)[]>> = {
  N: ["provider", "adminsOfA", "ofA", "ofB"],
  A: ["provider", "adminsOfA", "ofB"],
  U: ["provider", "adminsOfA", "ofB"],
  P: ["provider", "adminsOfA", "ofB"],
  V: ["provider", "adminsOfA", "ofB"],
  C: ["provider", "ofB"],
  X: ["provider", "adminsOfA", "ofA"],
};

/** Words that a viewer must not find in a response. */
export function forbiddenWords(
  { path }: Endpoint,
  viewer: ViewerKey,
  words: SecretTexts,
): string[] {
  // One's own data names one's own company: B, for this admin of B.
  if (path === "/api/user/data" && viewer === "V") return [words.provider, words.adminsOfA];
  const forbidden = FORBIDDEN[viewer];
  if (forbidden) return forbidden.map((whose) => words[whose]);
  // A super admin may read any company by its id, and the tenant's data. `S` has no tenant.
  if (path.startsWith("/api/admin/") || path.startsWith("/api/company/")) return [];
  return viewer === "S" ? Object.values(words) : [words.provider, words.ofB];
}
