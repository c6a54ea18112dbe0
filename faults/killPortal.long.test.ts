import { afterAll, beforeAll, expect, test } from "vitest";
import { LONG_TIMEOUT } from "#server/checks/fixtures/longTests.ts";
import { findRunningEmbedded } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { createCommunity, MANY_USERS } from "./support/createCommunity.ts";
import type { Community } from "./support/createCommunity.ts";
import { removeDataFolder } from "./support/dataFolder.ts";
import { findLostWrites } from "./support/findLostWrites.ts";
import { killDuringWrites, NO_LOSSES } from "./support/killDuringWrites.ts";
import { makeMigratedFolder } from "./support/migratedData.ts";
import { ownerSql } from "./support/ownerSql.ts";
import type { PortalProcess } from "./support/portalProcess.ts";
import { startPortal } from "./support/portalProcess.ts";
import { countAcknowledged, listWrites, newLedger } from "./support/writeLoad.ts";

const dataDir = await makeMigratedFolder();
const sql = ownerSql(() => findRunningEmbedded(dataDir) ?? "");
const environment = { DATA_DIR: dataDir };
/** The portal that starts the database and that the first round kills. */
let first: PortalProcess;
let community: Community;

beforeAll(async () => {
  first = await startPortal({ environment });
  community = await createCommunity(sql, MANY_USERS);
});
afterAll(async () => {
  await first.kill();
  removeDataFolder(dataDir);
});

const ROUNDS = 1000;

test(
  `after each of ${String(ROUNDS)} kills, every write that the portal acknowledged exists exactly once`,
  { timeout: LONG_TIMEOUT },
  async () => {
    const all = newLedger();
    let [acknowledged, sent] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      const portal = round === 0 ? first : await startPortal({ environment });
      const ledger = await killDuringWrites(portal, community, sql);
      acknowledged += countAcknowledged(ledger);
      sent += listWrites(ledger).length;
      for (const kind of ["items", "comments", "votes"] as const)
        for (const [key, isAcknowledged] of ledger[kind])
          all[kind].set(key, isAcknowledged || all[kind].get(key) === true);
    }
    expect(await findLostWrites(sql, all)).toEqual(NO_LOSSES);
    console.log(
      `${String(ROUNDS)} kills: ${String(sent)} writes sent, ${String(acknowledged)} acknowledged`,
    );
    // Some writes got no acknowledgement, so the kills happened under load.
    expect(sent).toBeGreaterThan(acknowledged);
  },
);
