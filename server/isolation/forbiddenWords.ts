import type { Endpoint } from "#contract/endpoint.ts";
import type { ViewerKey } from "#server/testing/viewers.ts";
import type { SecretWords } from "./scene.ts";

/** What a viewer must not read anywhere in an answer. */
export function forbiddenWords({ path }: Endpoint, viewer: ViewerKey, words: SecretWords): string[] {
  switch (viewer) {
    case "N":
      return Object.values(words);
    case "A":
    case "U":
    case "P":
    case "V":
      return [words.provider, words.adminsOfA, words.ofB];
    case "C":
      return [words.provider, words.ofB];
    case "X":
      return [words.provider, words.adminsOfA, words.ofA];
    case "S":
    case "T":
    case "W":
      // A super admin manages any company by its id, and sees in a portal what is in it; `S` is in none.
      if (path.startsWith("/api/admin/") || path.startsWith("/api/company/")) return [];
      return viewer === "S"
        ? [words.provider, words.adminsOfA, words.ofA, words.ofB]
        : [words.provider, words.ofB];
  }
}
