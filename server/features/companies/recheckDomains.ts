import type { Config } from "#server/platform/config/config.ts";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { SystemDb } from "#server/platform/db/database.ts";
import { checkDomain } from "./checkDomain.ts";
import { listClaimedDomains } from "./domains.queries.ts";

/** So many look-ups at once. */
const CONCURRENCY = 10;

/** Nobody waits for it: name servers may be as slow as they like, in milliseconds. */
const PATIENCE = 10_000;

/**
 * The daily look at every claimed domain, those first that were looked at longest ago. Whose it is has changed as soon as it is written, however
 * long the others take. Where one fails, none is begun any more, and it rejects once all have ended: whoever tries again goes on with the rest.
 * @param signal ends it before its time
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
  const options = { patience: PATIENCE, signal: AbortSignal.any([signal, failed.signal]) };
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
