import type { Config } from "#server/platform/config/config.ts";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { checkDomain } from "./checkDomain.ts";
import { listClaimedDomains } from "./domains.queries.ts";

/** Maximum number of concurrent look-ups. */
const CONCURRENCY = 10;

/** Timeout of a look-up in milliseconds. It is long, because no user waits for the look-up. */
const TIMEOUT_MS = 10_000;

/**
 * Checks every claimed domain, the least recently checked first. A job calls this once a day. Each
 * result is published as soon as it is stored. After a failure no further look-up starts, and the
 * promise rejects when the running look-ups have ended. The next run then begins with the domains
 * that were not checked.
 * @param signal aborts the run
 * @throws the error of the database driver, or the signal's reason if the signal is aborted
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
