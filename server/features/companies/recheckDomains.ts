import type { Config } from "#server/platform/config/config.ts";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { checkDomain } from "./checkDomain.ts";
import { listClaimedDomains } from "./domains.queries.ts";

/** Concurrent look-ups. */
const CONCURRENCY = 10;

/** Timeout of a look-up in milliseconds. Long, since no user waits for it. */
const TIMEOUT_MS = 10_000;

/**
 * Checks every claimed domain, once a day, the least recently checked first. Each result is
 * published as soon as it is stored. After a failure no further look-up starts; the promise rejects
 * once the running ones have ended, and the next run continues with the rest.
 * @param signal aborts the run
 * @throws the driver's errors; the signal's reason
 */
export async function recheckDomains(
  db: SystemDb,
  config: Pick<Config, "baseDomain" | "dnsServers">,
  changes: Pick<ChangeFeed, "publish">,
  signal: AbortSignal,
): Promise<void> {
  const queue = await db.all(listClaimedDomains, {});
  const next = queue.values();
  const failed = new AbortController();
  const options = { timeoutMs: TIMEOUT_MS, signal: AbortSignal.any([signal, failed.signal]) };
  const worker = async () => {
    for (const claimed of next) {
      options.signal.throwIfAborted();
      await checkDomain(db, claimed, config, options);
      changes.publish({ companyId: claimed.companyId, isPrivate: false, events: [] });
    }
  };
  await Promise.all(
    Array.from({ length: CONCURRENCY }, () =>
      worker().catch((error: unknown) => failed.abort(error)),
    ),
  );
  options.signal.throwIfAborted();
}
