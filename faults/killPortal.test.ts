import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findRunningEmbedded } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { createCommunity } from "./support/createCommunity.ts";
import type { Community } from "./support/createCommunity.ts";
import { findLostWrites } from "./support/findLostWrites.ts";
import { removeDataFolder } from "./support/dataFolder.ts";
import { makeMigratedFolder } from "./support/migratedData.ts";
import { ownerSql } from "./support/ownerSql.ts";
import type { PortalProcess } from "./support/portalProcess.ts";
import { startPortal } from "./support/portalProcess.ts";
import { waitForPortalSessions } from "./support/waitForPortalSessions.ts";
import { LONG_TIMEOUT, bySize } from "#server/checks/fixtures/testSize.ts";
import { countAcknowledged, listWrites, newLedger, writeLoad } from "./support/writeLoad.ts";

const dataDir = await makeMigratedFolder();
const sql = ownerSql(() => findRunningEmbedded(dataDir) ?? "");
const environment = { DATA_DIR: dataDir };
/** The portal that starts the database and that the first round kills. */
let first: PortalProcess;
let community: Community;

beforeAll(async () => {
  first = await startPortal({ environment });
  community = await createCommunity(sql);
});
afterAll(async () => {
  await first.kill();
  removeDataFolder(dataDir);
});

const noLosses = { lost: 0, duplicated: 0, miscounted: [] };

/**
 * Minimum number of acknowledged writes before the portal is killed. Waiting for writes instead of
 * a fixed time works on machines of any speed.
 */
const MIN_ACKNOWLEDGED = 10;

const ROUNDS = bySize(5, 1000);

test(
  `after each of ${String(ROUNDS)} kills, every write that the portal acknowledged exists exactly once`,
  { timeout: LONG_TIMEOUT },
  async () => {
    const all = newLedger();
    let [acknowledged, sent] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      const portal = round === 0 ? first : await startPortal({ environment });
      const ledger = newLedger();
      const stopping = new AbortController();
      const { port } = portal;
      const load = writeLoad({ port, community, ledger, signal: stopping.signal });
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
      expect(await findLostWrites(sql, ledger)).toEqual(noLosses);
      acknowledged += countAcknowledged(ledger);
      sent += listWrites(ledger).length;
      for (const kind of ["items", "comments", "votes"] as const)
        for (const [key, isAcknowledged] of ledger[kind])
          all[kind].set(key, isAcknowledged || all[kind].get(key) === true);
    }
    expect(await findLostWrites(sql, all)).toEqual(noLosses);
    console.log(
      `${String(ROUNDS)} kills: ${String(sent)} writes sent, ${String(acknowledged)} acknowledged`,
    );
    // Some writes got no acknowledgement, so the kills happened under load.
    expect(sent).toBeGreaterThan(acknowledged);
  },
);

test("findLostWrites detects lost writes, duplicate writes and wrong counts", async () => {
  const ledger = newLedger();
  ledger.items.set("Item that never was", true);
  ledger.comments.set("Comment that never was", true);
  ledger.votes.set("1 999999", true);
  ledger.items.set("Item nobody acknowledged", false);
  expect((await findLostWrites(sql, ledger)).lost).toBe(3);
  await sql(
    "insert into feedback_item (company_id, board_id, title, description) select company_id, id, 'Twice', 'd' from board, generate_series(1, 2)",
  );
  ledger.items.set("Twice", true);
  expect((await findLostWrites(sql, ledger)).duplicated).toBe(1);
  await sql(
    "update feedback_item set votes = votes + 1, comments_count = comments_count + 1 where title = 'Twice'",
  );
  await sql("update feedback_counter set items = items + 1");
  await sql(
    "delete from feedback_search where feedback_id in (select id from feedback_item where title = 'Twice')",
  );
  const { miscounted } = await findLostWrites(sql, ledger);
  expect(new Set(miscounted.map(({ what }) => what))).toEqual(
    new Set(["votes", "comments", "items", "search"]),
  );
});
