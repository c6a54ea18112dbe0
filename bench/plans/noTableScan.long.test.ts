import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { routes } from "#server/app/routes.ts";
import {
  listRecordsAfter,
  listRecordsBefore,
  listRecordsByDate,
  listRecordsByKey,
  RECORDS_AT_ONCE,
} from "#server/features/imports/importRecords.queries.ts";
import type { Route } from "#server/platform/routing/route.ts";
import { insertImport } from "#server/checks/fixtures/insertImport.ts";
import type { NameServer } from "#server/checks/fixtures/nameServer.ts";
import { startNameServer } from "#server/checks/fixtures/nameServer.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { CompanyPlan } from "../data/planCompanies.ts";
import { planCompanies } from "../data/planCompanies.ts";
import { accountCalls } from "./accountCalls.ts";
import { callDerived } from "./callDerived.ts";
import { adminCalls } from "./adminCalls.ts";
import type { CallFixtures } from "./createCallFixtures.ts";
import { createCallFixtures } from "./createCallFixtures.ts";
import { explainEverything } from "./explainEverything.ts";
import { changelogCalls } from "./changelogCalls.ts";
import { commentCalls } from "./commentCalls.ts";
import { feedbackCalls } from "./feedbackCalls.ts";
import type { Scan } from "./findScans.ts";
import { findScans } from "./findScans.ts";
import { loadedDatabase } from "./loadedDatabase.ts";
import { mostRowsRead } from "./mostRowsRead.ts";
import { moderationCalls } from "./moderationCalls.ts";
import { signedTokenCalls } from "./signedTokenCalls.ts";
import { signOnCalls } from "./signOnCalls.ts";
import { webhookCalls } from "./webhookCalls.ts";
import { notificationCalls } from "./notificationCalls.ts";
import type { PlanLog } from "./planLog.ts";
import type { RouteCalls } from "./routeCalls.ts";

/**
 * Number of generated items. With this many rows, a table scan is never the cheapest plan if an
 * index can be used.
 */
const ITEMS = 24_000;

const calls: RouteCalls = {
  ...accountCalls,
  ...commentCalls,
  ...feedbackCalls,
  ...changelogCalls,
  ...moderationCalls,
  ...signOnCalls,
  ...webhookCalls,
  ...signedTokenCalls,
  ...notificationCalls,
  ...adminCalls,
};

const BIG_TABLES = new Set([
  "user_account",
  "session",
  "throttle",
  "known_device",
  "audit_entry",
  "feedback_item",
  "user_vote",
  "comment",
  "follow",
  "status_change",
  "activity",
  "notification",
  "feedback_discussion",
  "feedback_search",
  "feedback_update",
]);

/**
 * Accepted table scans by call, with their reason. Only calls of the super admin console may be
 * listed.
 */
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
  "GET /api/admin/audit-log.csv": {
    tables: ["audit_entry"],
    because: "contains the whole log, for super admins alone",
  },
};

/** Lists with thousands of items. PostgreSQL may read only a few of these items for a page. */
const LONG_LISTS = [
  "/api/feedback",
  "/api/feedback?sort=date",
  "/api/feedback?status=new",
  "/api/feedback?status=new&sort=date",
  "/api/feedback?category=feature",
];

/** Searches for a common word with thousands of matches. */
const LONG_SEARCHES = ["/api/feedback?search=please", "/api/feedback?search=please&sort=date"];

/** The number of an import's planned records. */
const PLANNED = 6_000;

/**
 * Maximum number of rows that a plan node may read. The large company has more than twice as many
 * items.
 */
const FEW = 2_500;

let portal: TestPortal;
let names: NameServer;
let log: PlanLog;
let company: CompanyPlan;
beforeAll(async () => {
  portal = await startTestPortal({}, await loadedDatabase(ITEMS));
  names = await startNameServer();
  const [biggest] = planCompanies(ITEMS);
  if (!biggest) throw new Error("There is no company");
  company = biggest;
  log = await explainEverything(portal);
});
afterAll(async () => {
  log.close();
  await names.close();
});

/**
 * Starts a portal whose statements use custom plans (planned for the values of each execution) or
 * generic plans (planned once for all values).
 */
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

/** Returns a planned record's key, which is also its date. Keys are in the order of positions. */
const keyAt = (position: number) => `2024-${String(position).padStart(5, "0")}`;

/** Inserts an import with `PLANNED` planned comments. Returns its id. */
async function planImport(companyId: number): Promise<number> {
  const { id } = await insertImport(portal, { id: companyId }, "done");
  await portal.sql(
    `insert into import_record
       (company_id, import_id, position, kind, line, key, title, fate, record)
     select $1, $2, n, 'comment', n, key, '', 'new', jsonb_build_object('createdAt', key)
     from generate_series(1, $3) n, lateral (select '2024-' || lpad(n::text, 5, '0') as key) named`,
    [companyId, id, PLANNED],
  );
  await portal.sql("analyze import_record");
  return id;
}

/**
 * Calls a route, expects every call to succeed, and returns the sequential scans of large tables.
 */
async function scansOf(route: Route, fixtures: CallFixtures): Promise<Scan[]> {
  const key = keyOf(route);
  log.read();
  const replies = await (calls[key]?.(fixtures) ?? callDerived(route, fixtures));
  for (const { status, text } of replies)
    expect([key, status, text]).toEqual([key, route.endpoint.status, text]);
  return log.read().flatMap((plan) => findScans(plan, BIG_TABLES));
}

const keyOf = ({ endpoint: { method, path } }: Route) => `${method} ${path}`;

const describeScan = (key: string, { table, rows, statement }: Scan) =>
  `${key} reads all ${String(rows)} rows of ${table}: ${statement.replaceAll(/\s+/g, " ").slice(0, 900)}`;

test("every call that the check for table scans makes belongs to a route of the portal", () => {
  const table = routes.map(keyOf);
  expect(Object.keys(calls).filter((key) => !table.includes(key))).toEqual([]);
});

describe.each(["force_custom_plan", "force_generic_plan"] as const)(
  "statements with plan_cache_mode %s",
  (mode) => {
    let fixtures: CallFixtures;
    beforeAll(async () => {
      fixtures = await startWith(mode);
    });

    test(
      "no request scans a large table, except the accepted scans of the super admin console",
      { timeout: 90_000 },
      async () => {
        const found = new Set<string>();
        for (const route of routes) {
          const key = keyOf(route);
          for (const scan of await scansOf(route, fixtures)) {
            if (!ALLOWED[key]?.tables.includes(scan.table)) found.add(describeScan(key, scan));
          }
        }
        expect([...found]).toEqual([]);
      },
    );

    test("the files of a sitemap are created without a scan of a large table", async () => {
      const { anonymous } = fixtures;
      const { body: boards } = await anonymous.get("/api/boards");
      for (const path of ["", "?file=pages", `?file=${String(boards[0].id)}-2`]) {
        log.read();
        expect([path, (await anonymous.get(`/sitemap.xml${path}`)).status]).toEqual([path, 200]);
        const plans = log.read();
        expect(plans.length).toBeGreaterThan(0);
        expect(plans.flatMap((plan) => findScans(plan, BIG_TABLES))).toEqual([]);
      }
    });

    test("the statements of an import's run and undo read only the planned records of one slice", async () => {
      const { database } = await portal.anotherApp();
      const db = database.tenant(company.id);
      const importId = await planImport(company.id);
      const of = { companyId: company.id, importId, recordKind: "comment" } as const;
      const position = PLANNED / 2;
      const afterDate = keyAt(position);
      log.read();
      const slices = [
        await db.all(listRecordsAfter, { ...of, position, rows: RECORDS_AT_ONCE }),
        await db.all(listRecordsBefore, { ...of, beforePosition: position }),
        await db.all(listRecordsByKey, { ...of, afterKey: keyAt(position) }),
        await db.all(listRecordsByDate, { ...of, entryKind: "comment", afterDate, position }),
      ];
      for (const records of slices) expect(records).toHaveLength(RECORDS_AT_ONCE);
      const plans = log.read().filter((plan) => mostRowsRead(plan, "import_record") > 0);
      expect(plans).toHaveLength(slices.length);
      for (const plan of plans)
        expect([plan["Query Text"], mostRowsRead(plan, "import_record")]).toEqual([
          plan["Query Text"],
          RECORDS_AT_ONCE,
        ]);
    });

    test.each([...LONG_LISTS, ...LONG_SEARCHES])(
      "no plan node reads more than 2,500 of the company's items for a page of %s",
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
  },
);

test("a search in a large company does not use a plan that was made for a small company", async () => {
  const { visitor } = await portal.anotherApp({ DNS_SERVERS: names.address });
  // The 24 concurrent requests use all connections that one company can use, so that each of these
  // connections prepares its plans.
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

test("the check for table scans detects a missing index", async () => {
  await portal.sql("drop index session_by_user");
  const route = routes.find((each) => keyOf(each) === "GET /api/user/sessions") as Route;
  const scans = await scansOf(route, await startWith("force_generic_plan"));
  expect(scans.map(({ table }) => table)).toContain("session");
});
