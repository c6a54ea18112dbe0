import { expect, test } from "vitest";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { planCompanies } from "../data/planCompanies.ts";
import { explainEverything } from "./explainEverything.ts";
import { findScans } from "./findScans.ts";
import { loadedDatabase } from "./loadedDatabase.ts";

const ITEMS = 2_000;

const BIG_TABLES = new Set(["feedback_item", "feedback_search", "comment", "user_vote"]);

// noTableScan.long.test.ts checks every request with a large database.
test("lists, searches, items and comments are read through indexes", async () => {
  const portal = await startTestPortal({}, await loadedDatabase(ITEMS));
  // The tables are too small for the planner to prefer an index by itself.
  await portal.sql(
    "do $$ begin execute format('alter database %I set enable_seqscan = off', current_database()); end $$",
  );
  const log = await explainEverything(portal);
  const [company] = planCompanies(ITEMS);
  const { visitor } = await portal.anotherApp();
  const guest = visitor(`company-${String(company?.id)}.localhost`);
  const { body } = await guest.get("/api/feedback?sort=date");
  const item = `/api/feedback/${String(body[0].id)}`;
  log.read();
  for (const path of ["/api/feedback", "/api/feedback?search=please", item, `${item}/comments`]) {
    expect([path, (await guest.get(path)).status]).toEqual([path, 200]);
    const plans = log.read();
    expect(plans.length).toBeGreaterThan(0);
    expect([path, plans.flatMap((plan) => findScans(plan, BIG_TABLES))]).toEqual([path, []]);
  }
  log.close();
});
