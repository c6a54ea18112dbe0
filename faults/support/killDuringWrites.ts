import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import type { Community } from "./createCommunity.ts";
import { findLostWrites } from "./findLostWrites.ts";
import type { Sql } from "./ownerSql.ts";
import type { PortalProcess } from "./portalProcess.ts";
import { waitForPortalSessions } from "./waitForPortalSessions.ts";
import type { Ledger } from "./writeLoad.ts";
import { countAcknowledged, newLedger, writeLoad } from "./writeLoad.ts";

export const NO_LOSSES = { lost: 0, duplicated: 0, miscounted: [] };

/**
 * Minimum number of acknowledged writes before the portal is killed. Waiting for writes instead of
 * a fixed time works on machines of any speed.
 */
const MIN_ACKNOWLEDGED = 10;

/**
 * Kills a portal with SIGKILL while clients write, and expects every acknowledged write to exist
 * exactly once. Returns the sent writes.
 */
export async function killDuringWrites(
  portal: PortalProcess,
  community: Community,
  sql: Sql,
): Promise<Ledger> {
  const ledger = newLedger();
  const stopping = new AbortController();
  const load = writeLoad({ port: portal.port, community, ledger, signal: stopping.signal });
  try {
    await vi.waitUntil(() => countAcknowledged(ledger) >= MIN_ACKNOWLEDGED, {
      timeout: 20_000,
      interval: 5,
    });
    await sleep(randomInt(10, 250));
  } finally {
    await portal.kill();
    stopping.abort();
    await load;
  }
  await waitForPortalSessions(sql);
  expect(await findLostWrites(sql, ledger)).toEqual(NO_LOSSES);
  return ledger;
}
