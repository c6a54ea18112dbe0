import { expect, onTestFinished, test } from "vitest";
import { findRunningEmbedded } from "#server/platform/embeddedPostgres/startEmbeddedPostgres.ts";
import { createCommunity } from "./support/createCommunity.ts";
import { removeDataFolder } from "./support/dataFolder.ts";
import { findLostWrites } from "./support/findLostWrites.ts";
import { killDuringWrites, NO_LOSSES } from "./support/killDuringWrites.ts";
import { makeMigratedFolder } from "./support/migratedData.ts";
import { ownerSql } from "./support/ownerSql.ts";
import { startPortal } from "./support/portalProcess.ts";

test("after the portal was killed, every write that it acknowledged exists exactly once, and the next portal uses the database that still runs", async () => {
  const dataDir = await makeMigratedFolder();
  onTestFinished(() => removeDataFolder(dataDir));
  const environment = { DATA_DIR: dataDir };
  const portal = await startPortal({ environment });
  const database = findRunningEmbedded(dataDir) ?? "";
  const sql = ownerSql(() => database);
  const community = await createCommunity(sql);
  const ledger = await killDuringWrites(portal, community, sql);
  const next = await startPortal({ environment });
  expect(findRunningEmbedded(dataDir)).toBe(database);
  expect(await findLostWrites(sql, ledger)).toEqual(NO_LOSSES);
  expect(await next.stop()).toBe(0);
});
