import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import type { TestApp, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { LONG_TIMEOUT, isLong } from "#server/checks/fixtures/testSize.ts";
import { realPages } from "./support/realPages.ts";
import type { World } from "./support/world.ts";
import { makeWorld } from "./support/world.ts";

let portal: TestPortal;
let app: TestApp;
let world: World;
beforeAll(async () => {
  portal = await startTestPortal();
  app = await portal.anotherApp({ TRUST_PROXY: "1" }, await realPages());
  world = await makeWorld(portal);
});

const ROUNDS = 5;
const PAGES = 60;

const flood = (round: number) =>
  Array.from({ length: 200 }, (_, index) =>
    app
      .visitor(world.company.host)
      .post(
        "/api/login",
        {
          username: `flood-${String(round)}-${String(index)}@example.com`,
          password: "wrong password",
        },
        { "x-forwarded-for": `198.51.${String(round)}.${String(index)}` },
      ),
  );

/** Milliseconds of the middle page of some, asked for one after the other by a customer, whose pages are never kept. */
async function middlePage(): Promise<number> {
  const taken: number[] = [];
  for (let page = 0; page < PAGES; page += 1) {
    const began = performance.now();
    const { status } = await app.visitor(world.company.host, world.customer).get("/feedback");
    expect(status).toBe(200);
    taken.push(performance.now() - began);
    await sleep(2);
  }
  return taken.toSorted((a, b) => a - b)[PAGES / 2] ?? 0;
}

// Measured side by side, on a machine that does nothing else: in the long form only.
test.runIf(isLong)(
  "two hundred logins at once make nobody's page take more than twice its time",
  async () => {
    const quiet: number[] = [];
    const busy: number[] = [];
    await middlePage();
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push(await middlePage());
      const logins = flood(round);
      let left = logins.length;
      for (const login of logins) void login.then(() => (left -= 1));
      busy.push(await middlePage());
      // The flood outlasted the pages, or they prove nothing.
      expect(left).toBeGreaterThan(0);
      expect(new Set((await Promise.all(logins)).map(({ status }) => status))).toEqual(
        new Set([401]),
      );
    }
    const middle = (values: number[]) =>
      values.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
    console.log(
      `A page: ${middle(quiet).toFixed(1)} ms, beside 200 logins ${middle(busy).toFixed(1)} ms`,
    );
    expect(middle(busy)).toBeLessThan(2 * middle(quiet));
  },
  LONG_TIMEOUT,
);
