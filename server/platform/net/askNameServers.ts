import { Resolver } from "node:dns/promises";
import { errorCode } from "#server/platform/db/startError.ts";

const NO_RECORD = new Set(["ENODATA", "ENOTFOUND"]);

export interface LookUpOptions {
  /** IP address and port of each name server; undefined for the name servers of the system. */
  servers: readonly string[] | undefined;
  /** Timeout in milliseconds for all questions together. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * Runs questions to name servers. Returns the result of `ask`, `no-record` if a record is missing, or
 * `no-answer` if the name servers do not answer. If the signal is aborted, rejects with its reason.
 * Otherwise never rejects.
 */
export async function askNameServers<Found>(
  { servers, timeoutMs, signal }: LookUpOptions,
  ask: (resolver: Resolver) => Promise<Found>,
): Promise<Found | "no-record" | "no-answer"> {
  const resolver = new Resolver({ timeout: timeoutMs / 2, tries: 2 });
  if (servers) resolver.setServers(servers);
  signal?.throwIfAborted();
  const cancel = () => resolver.cancel();
  const timeout = setTimeout(cancel, timeoutMs);
  signal?.addEventListener("abort", cancel);
  try {
    return await ask(resolver);
  } catch (error) {
    signal?.throwIfAborted();
    return NO_RECORD.has(errorCode(error)) ? "no-record" : "no-answer";
  } finally {
    clearTimeout(timeout);
    signal?.removeEventListener("abort", cancel);
  }
}
