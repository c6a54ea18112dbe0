import { proposeSlug } from "#contract/boards.ts";

/** A proposal has at most this many characters, so that the URL stays readable. */
const LONGEST = 40;

/**
 * Proposes a subdomain for a company name. Returns '' if the proposal would have fewer than three
 * characters, for instance because the name has no Latin letters or digits.
 */
export function proposeSubdomain(companyName: string): string {
  const proposed = proposeSlug(companyName).slice(0, LONGEST).replace(/-+$/, "");
  return proposed.length < 3 ? "" : proposed;
}
