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

/** Builds the portal without a reachable database server. */
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

describe("health checks", () => {
  test.each(["localhost", "unknown.example", "10.0.0.7:3000"])(
    "health checks respond on the host %s",
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

  test("without a database the process is healthy but not ready", async () => {
    const get = await withoutDatabase();
    expect((await get("/api/health")).statusCode).toBe(200);
    const ready = await get("/api/ready");
    expect(ready.statusCode).toBe(503);
    expect(Number(ready.headers["retry-after"])).toBeGreaterThan(0);
    expect(ready.body).toBe('{"status":"database unavailable"}');
  });
});

describe("a portal whose stop has begun", () => {
  test("a stopping portal fails its health checks, serves requests and closes their connections", async () => {
    const stop = new AbortController();
    const app = await buildApp({
      config: portal.config,
      database: portal.database,
      changes: portal.changes,
      logger: pino({ level: "silent" }),
      stopping: stop.signal,
    });
    onTestFinished(() => app.close());
    const get = (url: string) => app.inject({ url, headers: { host: "localhost" } });
    expect((await get("/api/portal")).headers["connection"]).toBe("keep-alive");
    expect((await get("/api/health")).statusCode).toBe(200);
    stop.abort();
    for (const url of ["/api/health", "/api/ready"]) {
      const check = await get(url);
      expect(check.statusCode).toBe(503);
      expect(check.body).toBe('{"status":"stopping"}');
      expect(Number(check.headers["retry-after"])).toBeGreaterThan(0);
    }
    const reply = await get("/api/portal");
    expect(reply.statusCode).toBe(200);
    expect(reply.headers["connection"]).toBe("close");
  });
});

test("without a database, a visitor gets a 503 that reveals no host or port of a server", async () => {
  const get = await withoutDatabase();
  const reply = await get("/api/portal");
  expect(reply.statusCode).toBe(503);
  expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
  expect(reply.body).toBe('{"message":"The service is briefly unavailable. Please try again."}');
});
