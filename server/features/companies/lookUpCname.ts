import { Resolver } from "node:dns/promises";
import { errorCode } from "#server/platform/db/startError.ts";

/** What a look-up found out: whether the name points where it should, and if not, why, for a person to read. */
export type CnameAnswer = { pointsThere: true } | { pointsThere: false; problem: string };

/** A chain of aliases is followed this far. */
const MAX_ALIASES = 5;

const NO_RECORD = new Set(["ENODATA", "ENOTFOUND"]);

export interface LookUpOptions {
  /** Address and port of each; the machine's own if absent. */
  servers: readonly string[] | undefined;
  /** Milliseconds after which silence is an answer, for all aliases together. */
  patience: number;
  /** Ends the look-up, which has then found out nothing. */
  signal?: AbortSignal | undefined;
}

/** Looks up whether `domain` is an alias of `target`, directly or through others. Rejects only once its signal is aborted, with its reason. */
export async function lookUpCname(
  domain: string,
  target: string,
  { servers, patience, signal }: LookUpOptions,
): Promise<CnameAnswer> {
  const resolver = new Resolver({ timeout: patience / 2, tries: 2 });
  if (servers) resolver.setServers(servers);
  signal?.throwIfAborted();
  const cancel = () => resolver.cancel();
  const outOfPatience = setTimeout(cancel, patience);
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
    clearTimeout(outOfPatience);
    signal?.removeEventListener("abort", cancel);
  }
  const problem =
    name === domain
      ? `There is no CNAME record for ${domain} yet.`
      : `The CNAME record points to ${name} instead of ${target}.`;
  return { pointsThere: false, problem };
}
