import type { Config } from "#server/config.ts";
import type { ChangeFeed } from "#server/db/changeFeed.ts";
import type { SystemDb } from "#server/db/database.ts";
import { checkDomain } from "./checkDomain.ts";
import { listClaimedDomains } from "./domains.queries.ts";

/** So many look-ups at once. */
const CONCURRENCY = 10;

/** Nobody waits for it: name servers may be as slow as they like, in milliseconds. */
const PATIENCE = 10_000;

/** The daily look at every claimed domain. Whose it is has changed as soon as it is written, however long the others take. */
export async function recheckDomains(
  db: SystemDb,
  config: Pick<Config, "baseDomain" | "dnsServers">,
  changes: Pick<ChangeFeed, "announce">,
): Promise<void> {
  const queue = await db.all(listClaimedDomains, {});
  const next = queue.values();
  const worker = async () => {
    for (const claimed of next) {
      await checkDomain(db, claimed, config, PATIENCE);
      changes.announce({ companyId: claimed.companyId, isPrivate: false, events: [] });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
