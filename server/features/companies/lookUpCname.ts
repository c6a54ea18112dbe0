import type { LookUpOptions } from "#server/platform/net/askNameServers.ts";
import { askNameServers } from "#server/platform/net/askNameServers.ts";

/** The result of a look-up. `problem` is a text for the admin. */
export type CnameResult = { pointsThere: true } | { pointsThere: false; problem: string };

/** Maximum number of aliases that are followed in a chain. */
const MAX_ALIASES = 5;

/**
 * Looks up whether `domain` is an alias of `target`, directly or through other aliases. If the
 * signal is aborted, rejects with the signal's reason. Otherwise never rejects.
 */
export async function lookUpCname(
  domain: string,
  target: string,
  options: LookUpOptions,
): Promise<CnameResult> {
  let name = domain;
  const found = await askNameServers(options, async (resolver) => {
    for (let step = 0; step < MAX_ALIASES; step += 1) {
      const [alias] = await resolver.resolveCname(name);
      if (alias === undefined) break;
      name = alias.toLowerCase().replace(/\.$/, "");
      if (name === target) return "points-there";
    }
    return "no-record";
  });
  if (found === "points-there") return { pointsThere: true };
  if (found === "no-answer")
    return { pointsThere: false, problem: "The name servers of this domain did not answer." };
  const problem =
    name === domain
      ? `There is no CNAME record for ${domain} yet.`
      : // The name found is omitted, because a resolver can return names that are not public.
        `The CNAME record does not point to ${target}.`;
  return { pointsThere: false, problem };
}
