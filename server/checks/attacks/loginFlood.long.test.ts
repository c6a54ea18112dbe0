import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setFullCosts } from "#server/checks/fixtures/cheapArgon2.ts";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import type { TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { LONG_TIMEOUT } from "#server/checks/fixtures/longTests.ts";
import { realPages } from "./support/realPages.ts";
import type { AttackFixtures } from "./support/attackFixtures.ts";
import { createAttackFixtures } from "./support/attackFixtures.ts";

let portal: TestPortal;
let app: TestApp;
let fixtures: AttackFixtures;
beforeAll(async () => {
  portal = await startTestPortal();
  app = await portal.anotherApp({ TRUST_PROXY: "1" }, await realPages());
  fixtures = await createAttackFixtures(portal);
  setFullCosts(true);
});
afterAll(() => setFullCosts(false));

const ROUNDS = 5;
const PAGES = 60;

const sendLogins = (round: number) =>
  Array.from({ length: 200 }, (_, index) =>
    app.visitor(fixtures.company.host).post(
      "/api/login",
      {
        username: `flood-${String(round)}-${String(index)}@example.com`,
        password: "wrong password",
      },
      { "x-forwarded-for": `198.51.${String(round)}.${String(index)}` },
    ),
  );

/**
 * Returns the median milliseconds of a page for a signed-in customer, whose pages are never cached.
 */
async function medianPageMs(): Promise<number> {
  const taken: number[] = [];
  for (let page = 0; page < PAGES; page += 1) {
    const began = performance.now();
    const { status } = await app.visitor(fixtures.company.host, fixtures.customer).get("/feedback");
    expect(status).toBe(200);
    taken.push(performance.now() - began);
    await sleep(2);
  }
  return taken.toSorted((a, b) => a - b)[PAGES / 2] ?? 0;
}

// Comparing two measurements needs an idle machine.
test(
  "during two hundred concurrent logins, the median response time of a page is less than twice the time without logins",
  async () => {
    const quiet: number[] = [];
    const busy: number[] = [];
    await medianPageMs();
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push(await medianPageMs());
      const logins = sendLogins(round);
      let pending = logins.length;
      for (const login of logins) void login.then(() => (pending -= 1));
      busy.push(await medianPageMs());
      // The measurement is valid only if some logins were still pending at its end.
      expect(pending).toBeGreaterThan(0);
      expect(new Set((await Promise.all(logins)).map(({ status }) => status))).toEqual(
        new Set([401]),
      );
    }
    const median = (values: number[]) =>
      values.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
    console.log(
      `A page: ${median(quiet).toFixed(1)} ms, beside 200 logins ${median(busy).toFixed(1)} ms`,
    );
    expect(median(busy)).toBeLessThan(2 * median(quiet));
  },
  LONG_TIMEOUT,
);

test(
  "during 300 concurrent logins the portal serves other requests and refuses the logins that exceed its queue for password hashes",
  async () => {
    const visitor = app.visitor(fixtures.company.host);
    let answered = 0;
    // Each login has its own account and IP address, so that no rate limit applies.
    const flood = Array.from({ length: 300 }, async (_, index) => {
      const credentials = {
        username: `flood-${String(index)}@example.com`,
        password: TEST_PASSWORD,
      };
      const headers = { "x-forwarded-for": `198.51.${String(index % 100)}.${String(index % 250)}` };
      const reply = await visitor.post("/api/login", credentials, headers);
      answered += 1;
      return reply;
    });
    const pages = await Promise.all(Array.from({ length: 20 }, () => visitor.get("/api/boards")));
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
    // At least half of the logins were still pending when the requests for boards were done.
    expect(answered).toBeLessThan(150);
    const replies = await Promise.all(flood);
    const refused = replies.filter(({ status }) => status === 503);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401, 503]));
    expect(refused.length).toBeGreaterThan(20);
    for (const { headers } of refused) expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    // 250 password hashes on half of the processors take up to a minute.
  },
  LONG_TIMEOUT,
);
