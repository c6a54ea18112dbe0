import { existsSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { routes } from "#server/app/routes.ts";
import { processorMs } from "#server/checks/fixtures/processorMs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { mayPass } from "#server/checks/fixtures/guardViewers.ts";
import type { AttackFixtures } from "./support/attackFixtures.ts";
import { createAttackFixtures } from "./support/attackFixtures.ts";
import { readAddressOf, sampleCall } from "./support/sampleCalls.ts";

// An anonymous request may cost at most 20 times the median anonymous request, whatever customers
// have written (docs/product-decisions.md "Fairness between companies"). The cost is the processor
// time of the portal and of its PostgreSQL processes, which a busy machine changes less than the
// elapsed time.

const MOST_TIMES_MEDIAN = 20;
const RUNS = 3;
const MOST_RUNS = 30;

/**
 * Number of hostile items: as many as one customer may submit in an hour. The cost of a search
 * grows with the number of hostile items (docs/decisions/0015-searches-in-parts.md).
 */
const ITEMS = 100;

const repeat = (text: string, length = 9_990) => text.repeat(length).slice(0, length);

/** Texts that almost match the searches below at as many positions as possible. */
const HOSTILE_TEXTS = [
  `${repeat("a")} aab`,
  `b ${repeat("a")} baa`,
  repeat("a"),
  repeat("#"),
  repeat("ab "),
  repeat("ä"),
  repeat("Å\u0301ßİ", 9_000),
  repeat("😀", 9_990),
  // In these texts, parts of the long searches occur only at the end, and no long search occurs as
  // a whole.
  `${repeat("a", 9_900)}c${"a".repeat(20)}b`,
  `${repeat("ab ", 9_900)}# ab ab ab abb`,
];

const HOSTILE_SEARCHES = [
  `${"a".repeat(199)}b`,
  `b${"a".repeat(199)}`,
  `${"a".repeat(100)}b${"a".repeat(99)}`,
  `${"a".repeat(7)}b`,
  `${"#".repeat(199)}!`,
  `!${"#".repeat(199)}`,
  `"${"ab ".repeat(65)}b"`,
  // All words but the last ones are in the texts, at their ends.
  "aaaaaaac caaaaaaa aaaaaaab aaaaaaad aaaaaaae",
  `${"ä".repeat(199)}b`,
  `${"😀".repeat(99)}😁`,
  "a",
  "aa",
  "q",
  "q!",
  "%",
  "_".repeat(200),
];

/** As many different words of two letters or digits as fit into a title. */
const MANY_WORDS = Array.from({ length: 66 }, (_, n) => (n + 360).toString(36)).join(" ");

/** Returns the title of an item. Every second title has the maximum number of search keys. */
const hostileTitle = (item: number) =>
  item % 2 === 0 ? `Item ${String(item)}` : `${MANY_WORDS.slice(0, 195)} ${String(item)}`;

/** Returns the text of an item. Most items contain the most expensive text. */
const hostileText = (item: number) => HOSTILE_TEXTS[item < 60 ? 0 : item % HOSTILE_TEXTS.length];

let portal: TestPortal;
let fixtures: AttackFixtures;

beforeAll(async () => {
  if (!existsSync("/proc/self/schedstat")) return;
  portal = await startTestPortal();
  fixtures = await createAttackFixtures(portal);
  const customer = portal.visitor(fixtures.company.host, fixtures.customer);
  for (let item = 0; item < ITEMS; item += 1) {
    const { status } = await customer.post("/api/feedback", {
      title: hostileTitle(item),
      description: hostileText(item),
      boardId: fixtures.board.id,
    });
    expect(status).toBe(201);
  }
}, 120_000);

/** Returns the processor milliseconds of the PostgreSQL processes that serve this database. */
async function databaseMs(): Promise<number> {
  const processes = await portal.sql<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and usename is not null and pid <> pg_backend_pid()",
  );
  return processes
    .map(({ pid }) => {
      const path = `/proc/${String(pid)}/schedstat`;
      return existsSync(path) ? Number(readFileSync(path, "utf8").split(" ")[0]) / 1e6 : 0;
    })
    .reduce((sum, ms) => sum + ms, 0);
}

/** Measures the processor milliseconds of one request that is not served from the cache. */
async function costOfOne(path: string): Promise<number> {
  portal.publish();
  const databaseBefore = await databaseMs();
  const before = processorMs();
  const { status } = await portal.visitor(fixtures.company.host).get(path);
  const own = processorMs() - before;
  expect([path, status < 500]).toEqual([path, true]);
  return own + (await databaseMs()) - databaseBefore;
}

/**
 * Returns the lowest processor time of a request in milliseconds. Other processes can only raise
 * the measured time, because they share caches and cores with the portal. The request is measured
 * again while the lowest time is above `expected`.
 */
async function costOf(path: string, expected = Number.POSITIVE_INFINITY): Promise<number> {
  // The first run also plans statements, so it is not measured.
  await costOfOne(path);
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS || (least > expected && run < MOST_RUNS); run += 1)
    least = Math.min(least, await costOfOne(path));
  return least;
}

async function listPaths(): Promise<string[]> {
  const readable = routes.filter(
    ({ endpoint, guard }) =>
      endpoint.method === "GET" && !("stream" in endpoint) && mayPass(guard).includes("A"),
  );
  return Promise.all(
    readable.map(async ({ endpoint }) =>
      readAddressOf(endpoint.path, (await sampleCall(fixtures, endpoint)).params),
    ),
  );
}

test.runIf(existsSync("/proc/self/schedstat"))(
  "no anonymous request costs more than 20 times the median request in a company with hostile items",
  async () => {
    const costs: [path: string, ms: number][] = [];
    for (const path of await listPaths()) costs.push([path, await costOf(path)]);
    const sorted = costs.map(([, ms]) => ms).toSorted((one, other) => one - other);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    expect(median).toBeGreaterThan(0);
    const expectWithinLimit = async (path: string) => {
      const timesMedian = (await costOf(path, median * MOST_TIMES_MEDIAN)) / median;
      expect(timesMedian, path.slice(0, 60)).toBeLessThanOrEqual(MOST_TIMES_MEDIAN);
    };
    for (const [path, ms] of costs) {
      if (ms > median * MOST_TIMES_MEDIAN) await expectWithinLimit(path);
    }
    for (const sort of ["votes", "date"]) {
      for (const search of HOSTILE_SEARCHES)
        await expectWithinLimit(
          `/api/feedback?${new URLSearchParams({ search, sort }).toString()}`,
        );
    }
    for (const title of [...HOSTILE_SEARCHES, MANY_WORDS, "漢字".repeat(100)])
      await expectWithinLimit(`/api/feedback/similar?${new URLSearchParams({ title }).toString()}`);
  },
  120_000,
);
