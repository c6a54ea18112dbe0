import { Resolver } from "node:dns/promises";
import { errorCode } from "#server/platform/db/startError.ts";

/** The result of a look-up. `problem` is a text for the admin. */
export type CnameResult = { pointsThere: true } | { pointsThere: false; problem: string };

/** Maximum number of aliases that are followed in a chain. */
const MAX_ALIASES = 5;

const NO_RECORD = new Set(["ENODATA", "ENOTFOUND"]);

export interface LookUpOptions {
  /** IP address and port of each name server; undefined for the name servers of the system. */
  servers: readonly string[] | undefined;
  /** Timeout in milliseconds for following the whole chain of aliases. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * Looks up whether `domain` is an alias of `target`, directly or through other aliases. If the
 * signal is aborted, rejects with the signal's reason. Otherwise never rejects.
 */
export async function lookUpCname(
  domain: string,
  target: string,
  { servers, timeoutMs, signal }: LookUpOptions,
): Promise<CnameResult> {
  const resolver = new Resolver({ timeout: timeoutMs / 2, tries: 2 });
  if (servers) resolver.setServers(servers);
  signal?.throwIfAborted();
  const cancel = () => resolver.cancel();
  const timeout = setTimeout(cancel, timeoutMs);
  signal?.addEventListener("abort", cancel);
  let name = domain;
  try {
    for (let step = 0; step < MAX_ALIASES; step += 1) {
      const [alias] = await resolver.resolveCname(name);
      if (alias === undefined) break;
      name = alias.toLowerCase().replace(/\.$/, "");
      if (name === target) return { pointsThere: true };
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (!NO_RECORD.has(errorCode(error))) {
      return { pointsThere: false, problem: "The name servers of this domain did not answer." };
    }
  } finally {
    clearTimeout(timeout);
    signal?.removeEventListener("abort", cancel);
  }
  const problem =
    name === domain
      ? `There is no CNAME record for ${domain} yet.`
      : // The name found is omitted, because a resolver can return names that are not public.
        `The CNAME record does not point to ${target}.`;
  return { pointsThere: false, problem };
}
