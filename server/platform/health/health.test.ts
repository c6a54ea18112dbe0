import { pino } from "pino";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildApp } from "#server/app/buildApp.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { localFeed } from "#server/checks/fixtures/localFeed.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** The portal with nothing listening where its database should be. */
async function withoutDatabase() {
  const database = openDatabase({
    connectionString: "postgres://nobody@127.0.0.1:1/nothing",
    onIdleError: () => undefined,
  });
  const app = await buildApp({
    config: portal.config,
    database,
    changes: localFeed(),
    logger: pino({ level: "silent" }),
  });
  onTestFinished(async () => {
    await app.close();
    await database.close();
  });
  return (url: string) => app.inject({ url, headers: { host: "localhost" } });
}

describe("whoever watches the process", () => {
  test.each(["localhost", "unknown.example", "10.0.0.7:3000"])(
    "is answered under the host %s",
    async (host) => {
      const watcher = portal.visitor(host);
      const health = await watcher.get("/api/health");
      expect(health).toMatchObject({ status: 200, text: '{"status":"ok"}' });
      expect(health.headers["cache-control"]).toBe("no-store");
      expect(await watcher.get("/api/ready")).toMatchObject({
        status: 200,
        text: '{"status":"ready"}',
      });
    },
  );

  test("hears that the process lives and is not ready when the database cannot be reached", async () => {
    const get = await withoutDatabase();
    expect((await get("/api/health")).statusCode).toBe(200);
    const ready = await get("/api/ready");
    expect(ready.statusCode).toBe(503);
    expect(Number(ready.headers["retry-after"])).toBeGreaterThan(0);
    expect(ready.body).toBe('{"status":"database unavailable"}');
  });
});

test("a visitor hears that it is brief when the database cannot be reached, and not where it should be", async () => {
  const get = await withoutDatabase();
  const reply = await get("/api/portal");
  expect(reply.statusCode).toBe(503);
  expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
  expect(reply.body).toBe('{"message":"The service is briefly unavailable. Please try again."}');
});
