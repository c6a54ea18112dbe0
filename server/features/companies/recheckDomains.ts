import type { Config } from "#server/platform/config/config.ts";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { eachConcurrently } from "#server/platform/jobs/eachConcurrently.ts";
import { checkDomain } from "./checkDomain.ts";
import { listClaimedDomains } from "./domains.queries.ts";

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
  await eachConcurrently(await db.all(listClaimedDomains, {}), signal, async (claimed, stop) => {
    await checkDomain(db, claimed, config, { timeoutMs: TIMEOUT_MS, signal: stop });
    changes.publish({ companyId: claimed.companyId, isPrivate: false, events: [] });
  });
}
