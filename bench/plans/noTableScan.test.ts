import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "#server/app/routes.ts";
import type { NameServer } from "#server/checks/fixtures/nameServer.ts";
import { startNameServer } from "#server/checks/fixtures/nameServer.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { loadData } from "../data/loadData.ts";
import type { CompanyPlan } from "../data/planCompanies.ts";
import { accountCalls } from "./accountCalls.ts";
import { adminCalls } from "./adminCalls.ts";
import type { CallFixtures } from "./createCallFixtures.ts";
import { createCallFixtures } from "./createCallFixtures.ts";
import { explainEverything } from "./explainEverything.ts";
import { feedbackCalls } from "./feedbackCalls.ts";
import type { Scan } from "./findScans.ts";
import { findScans } from "./findScans.ts";
import { mostRowsRead } from "./mostRowsRead.ts";
import type { PlanLog } from "./planLog.ts";
import type { RouteCalls } from "./routeCalls.ts";

/** So many that a scan is never the cheaper plan, where there is another. */
const ITEMS = 24_000;

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
  "DELETE /api/admin/companies/:id": {
    tables: ["feedback_item"],
    because: "a company goes with all of its items, for super admins alone",
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

/** Lists of which the biggest company has thousands; a page of each is found within a few of them. */
const LONG_LISTS = [
  "/api/feedback",
  "/api/feedback?sort=date",
  "/api/feedback?status=new",
  "/api/feedback?status=new&sort=date",
  "/api/feedback?category=feature",
];

/** Likewise of what a common word finds. */
const LONG_SEARCHES = ["/api/feedback?search=please", "/api/feedback?search=please&sort=date"];

/** A page or a sample, and room to spare; far from all. */
const FEW = 2_500;

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

/** A portal whose statements are planned for their values, or once for all values. */
async function startWith(mode: "force_custom_plan" | "force_generic_plan"): Promise<CallFixtures> {
  await portal.sql(
    `do $$ begin execute format('alter database %I set plan_cache_mode = ${mode}', current_database()); end $$`,
  );
  return createCallFixtures(
    portal,
    await portal.anotherApp({ DNS_SERVERS: names.address }),
    company,
  );
}

/** Calls a route in every way, well, and says which big tables were scanned for it. */
async function scansOf(key: string, fixtures: CallFixtures, status: number): Promise<Scan[]> {
  log.read();
  for (const reply of (await calls[key]?.(fixtures)) ?? [])
    expect([key, reply.status]).toEqual([key, status]);
  return log.read().flatMap((plan) => findScans(plan, BIG_TABLES));
}

const describeScan = (key: string, { table, rows, statement }: Scan) =>
  `${key} reads all ${String(rows)} rows of ${table}: ${statement.replaceAll(/\s+/g, " ").slice(0, 900)}`;

test("every route of the table is called here", () => {
  const table = routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(Object.keys(calls).toSorted()).toEqual(table.toSorted());
});

describe.each(["force_custom_plan", "force_generic_plan"] as const)("with %s", (mode) => {
  let fixtures: CallFixtures;
  beforeAll(async () => {
    fixtures = await startWith(mode);
  });

  test("no request scans a big table", { timeout: 90_000 }, async () => {
    const found = new Set<string>();
    for (const { endpoint } of routes) {
      const key = `${endpoint.method} ${endpoint.path}`;
      for (const scan of await scansOf(key, fixtures, endpoint.status)) {
        if (!ALLOWED[key]?.tables.includes(scan.table)) found.add(describeScan(key, scan));
      }
    }
    expect([...found]).toEqual([]);
  });

  test.each([...LONG_LISTS, ...LONG_SEARCHES])(
    "a page of %s is found without going through all of the company's items",
    async (path) => {
      expect(company.items).toBeGreaterThan(2 * FEW);
      for (const visitor of [fixtures.anonymous, fixtures.admin]) {
        log.read();
        expect((await visitor.get(path)).body).toHaveLength(20);
        const plans = log.read();
        expect(plans.length).toBeGreaterThan(1);
        const excessive = plans.filter((plan) => mostRowsRead(plan, "feedback_item") > FEW);
        expect(
          excessive.map((plan) => [plan["Query Text"], mostRowsRead(plan, "feedback_item")]),
        ).toEqual([]);
      }
    },
  );
});

test("a search in a large company does not go by a plan that was made for a small one", async () => {
  const { visitor } = await portal.anotherApp({ DNS_SERVERS: names.address });
  // So many at once that each connection has its plans.
  const search = (host: string) =>
    Promise.all(
      Array.from({ length: 24 }, async () => {
        const { status, body } = await visitor(host).get("/api/feedback?search=xylophone");
        expect([status, body]).toEqual([200, []]);
      }),
    );
  const { host } = await portal.company();
  await search(host);
  log.read();
  await search(`company-${String(company.id)}.localhost`);
  const plans = log.read();
  expect(plans.length).toBeGreaterThan(24);
  expect(Math.max(...plans.map((plan) => mostRowsRead(plan, "feedback_search")))).toBeLessThan(FEW);
});

test("a missing index is noticed", async () => {
  await portal.sql("drop index session_by_user");
  const scans = await scansOf("GET /api/user/sessions", await startWith("force_generic_plan"), 200);
  expect(scans.map(({ table }) => table)).toContain("session");
});
