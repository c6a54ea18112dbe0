import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "#server/routes.ts";
import type { NameServer } from "#server/testing/nameServer.ts";
import { startNameServer } from "#server/testing/nameServer.ts";
import type { TestPortal } from "#server/testing/testPortal.ts";
import { startTestPortal } from "#server/testing/testPortal.ts";
import { loadData } from "../data/loadData.ts";
import type { CompanyPlan } from "../data/planCompanies.ts";
import { accountCalls } from "./accountCalls.ts";
import { adminCalls } from "./adminCalls.ts";
import { setCallScene } from "./callScene.ts";
import { explainEverything } from "./explainEverything.ts";
import { feedbackCalls } from "./feedbackCalls.ts";
import type { Scan } from "./findScans.ts";
import { findScans } from "./findScans.ts";
import type { PlanLog } from "./planLog.ts";
import type { RouteCalls } from "./routeCalls.ts";

/** So many that a scan is never the cheaper plan, where there is another. */
const ITEMS = 12_000;

const calls: RouteCalls = { ...accountCalls, ...feedbackCalls, ...adminCalls };

const BIG_TABLES = new Set([
  "user_account",
  "session",
  "throttle",
  "known_device",
  "audit_entry",
  "feedback_item",
  "user_vote",
  "comment",
  "status_change",
  "feedback_search",
]);

/** Scans that stay, and why. Only the provider's own console is among them. */
const ALLOWED: Record<string, { tables: string[]; because: string }> = {
  "GET /api/admin/dashboard": {
    tables: ["user_account", "user_vote", "comment"],
    because:
      "totals of the whole installation, for its super admins alone; a stored count would make every vote wait for one row",
  },
  "GET /api/admin/users": {
    tables: ["user_account"],
    because:
      "counts all accounts, and looks for a substring in three columns of two tables, for super admins alone",
  },
  "GET /api/admin/audit-log": {
    tables: ["audit_entry"],
    because: "counts and searches what admins did, for super admins alone",
  },
};

let portal: TestPortal;
let names: NameServer;
let log: PlanLog;
let company: CompanyPlan;
beforeAll(async () => {
  portal = await startTestPortal();
  names = await startNameServer();
  const [biggest] = await loadData(portal.connectionString, ITEMS);
  if (!biggest) throw new Error("There is no company");
  company = biggest;
  log = await explainEverything(portal);
});
afterAll(async () => {
  log.close();
  await names.close();
});

/** Calls a route in every way and says which big tables were scanned for it. */
async function scansOf(
  key: string,
  scene: Awaited<ReturnType<typeof setCallScene>>,
  status: number,
): Promise<Scan[]> {
  log.read();
  for (const reply of await (calls[key]?.(scene) ?? []))
    expect(`${key} ${String(reply.status)} ${reply.status === status ? "" : reply.text}`).toBe(
      `${key} ${String(status)} `,
    );
  return log.read().flatMap((plan) => findScans(plan, BIG_TABLES));
}

const describeScan = (key: string, { table, rows, statement }: Scan) =>
  `${key} reads all ${String(rows)} rows of ${table}: ${statement.replaceAll(/\s+/g, " ").slice(0, 600)}`;

test("every route of the table is called here", () => {
  expect(Object.keys(calls).toSorted()).toEqual(
    routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).toSorted(),
  );
});

describe.each(["force_custom_plan", "force_generic_plan"])("with %s", (mode) => {
  test("no request scans a big table", async () => {
    await portal.sql(
      `do $$ begin execute format('alter database %I set plan_cache_mode = ${mode}', current_database()); end $$`,
    );
    const app = await portal.anotherApp({ DNS_SERVERS: names.address });
    const scene = await setCallScene(portal, app, company);
    const found: string[] = [];
    for (const { endpoint } of routes) {
      const key = `${endpoint.method} ${endpoint.path}`;
      for (const scan of await scansOf(key, scene, endpoint.status)) {
        if (!ALLOWED[key]?.tables.includes(scan.table)) found.push(describeScan(key, scan));
      }
    }
    expect([...new Set(found)]).toEqual([]);
  }, 60_000);
});
