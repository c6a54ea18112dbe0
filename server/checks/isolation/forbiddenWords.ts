import type { Endpoint } from "#contract/endpoint.ts";
import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import type { SecretTexts } from "./accessFixtures.ts";

/** Secrets that each viewer must not receive. `forbiddenWords` decides for super admins. */
const FORBIDDEN: Partial<Record<ViewerKey, (keyof SecretTexts)[]>> = {
  N: ["provider", "adminsOfA", "ofA", "ofB"],
  A: ["provider", "adminsOfA", "ofB"],
  U: ["provider", "adminsOfA", "ofB"],
  P: ["provider", "adminsOfA", "ofB"],
  V: ["provider", "adminsOfA", "ofB"],
  C: ["provider", "ofB"],
  X: ["provider", "adminsOfA", "ofA"],
};

/** Returns the words that a response to this viewer must not contain. */
export function forbiddenWords(
  { path }: Endpoint,
  viewer: ViewerKey,
  words: SecretTexts,
): string[] {
  // V is an admin of B, so V's own data contains the name of B.
  if (path === "/api/user/data" && viewer === "V") return [words.provider, words.adminsOfA];
  const forbidden = FORBIDDEN[viewer];
  if (forbidden) return forbidden.map((whose) => words[whose]);
  // Super admins may read every company in the console. Elsewhere they may read the company whose
  // host they use or, on the product's host, their own company. `S` has no company.
  if (path.startsWith("/api/admin/") || path.startsWith("/api/company/")) return [];
  return viewer === "S" ? Object.values(words) : [words.provider, words.ofB];
}
