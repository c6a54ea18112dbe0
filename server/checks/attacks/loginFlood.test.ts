import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import type { TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { LONG_TIMEOUT, isLong } from "#server/checks/fixtures/testSize.ts";
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
});

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

// Runs only in a long run, because comparing two measurements needs an idle machine.
test.runIf(isLong)(
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
