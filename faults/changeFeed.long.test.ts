import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Change } from "#server/platform/changes/change.ts";
import type { ListeningFeed } from "#server/platform/changes/changeFeed.ts";
import { openChangeFeed } from "#server/platform/changes/changeFeed.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Statement } from "#server/platform/db/statement.ts";
import { createCommunity } from "./support/createCommunity.ts";
import type { ExternalDatabase } from "./support/externalDatabase.ts";
import { startDatabase } from "./support/externalDatabase.ts";
import { call } from "./support/httpCall.ts";
import { openProxy } from "./support/openProxy.ts";
import { startPortal } from "./support/portalProcess.ts";

let database: ExternalDatabase;
beforeAll(async () => {
  database = await startDatabase({ settings: { max_notify_queue_pages: "64" } });
});
afterAll(() => database.stop());

/**
 * Opens the change feed of another process. The feed receives all changes that are published after
 * this call resolves.
 */
async function newFeed(
  connectionString: string,
  onError: (error: Error) => void = () => undefined,
): Promise<ListeningFeed> {
  const feed = openChangeFeed({ connectionString, onError });
  onTestFinished(() => feed.close());
  await vi.waitUntil(() => feed.isListening, { timeout: 20_000 });
  return feed;
}

const changeOf = (companyId: number): Change => ({ companyId, isPrivate: false, events: [] });

test("a change feed whose connection is blackholed reconnects, publishes the change that it could not send, and receives changes again", async () => {
  const proxy = await openProxy(database.url);
  onTestFinished(() => proxy.close());
  const received: (number | null)[] = [];
  const feed = await newFeed(proxy.url);
  feed.subscribe(({ companyId }) => received.push(companyId));
  const otherFeed = await newFeed(database.url);
  const receivedElsewhere: (number | null)[] = [];
  otherFeed.subscribe(({ companyId }) => receivedElsewhere.push(companyId));
  otherFeed.publish(changeOf(1));
  await vi.waitUntil(() => received.includes(1), { timeout: 5_000 });
  proxy.blackhole();
  feed.publish(changeOf(2));
  // New connections work again. Existing connections still transfer nothing.
  proxy.restore();
  received.length = 0;
  // A null company id means that the feed has possibly missed changes of any company.
  await vi.waitUntil(() => received.includes(null), { timeout: 25_000 });
  await vi.waitUntil(() => receivedElsewhere.includes(2), { timeout: 5_000 });
  otherFeed.publish(changeOf(3));
  await vi.waitUntil(() => received.includes(3), { timeout: 5_000 });
});

test("a portal whose database connections are blackholed responds to all requests, recovers, and stops within 30 seconds", async () => {
  const proxy = await openProxy(database.url);
  onTestFinished(() => proxy.close());
  const portal = await startPortal({ environment: { DATABASE_URL: proxy.url } });
  onTestFinished(() => portal.kill());
  const otherFeed = await newFeed(database.url);
  const { company, admin, board } = await createCommunity(database.sql, 1);
  const { host } = company;
  const body = (title: string) => ({ title, description: "D", boardId: board.id });
  /** Inserts an item with SQL and publishes the change as another process would. */
  const submitElsewhere = async (title: string) => {
    await database.sql(
      "insert into feedback_item (company_id, board_id, title, description) values ($1, $2, $3, 'D')",
      [company.id, board.id, title],
    );
    otherFeed.publish(changeOf(company.id));
  };
  const list = () => call({ port: portal.port, host, path: "/api/feedback?sort=date" });
  const whenSeen = (title: string, timeout: number) =>
    vi.waitUntil(async () => (await list()).text.includes(title), { timeout, interval: 200 });
  const submit = (title: string) =>
    call({
      port: portal.port,
      host,
      method: "POST",
      path: "/api/feedback",
      body: body(title),
      cookie: admin.cookie,
    });

  await submitElsewhere("Published before the outage");
  await whenSeen("Published before the outage", 3_000);
  proxy.blackhole();
  await submitElsewhere("Published during the outage");
  proxy.restore();
  // Only the change feed can explain the new item, because a cached response would be valid for a
  // minute.
  await whenSeen("Published during the outage", 25_000);
  await submitElsewhere("Published after the outage");
  await whenSeen("Published after the outage", 3_000);

  // The request that was pending during the outage gets 503, and a request after the outage
  // succeeds.
  await Promise.all([submit("One"), submit("Another")]);
  proxy.blackhole();
  const unanswered = submit("Sent during the outage");
  proxy.restore();
  expect((await unanswered).status).toBe(503);
  expect((await submit("After it")).status).toBe(201);

  // The portal publishes a change within 100 ms. The connection is blackholed earlier, so the
  // change is still unpublished when the portal stops.
  expect((await submit("The last")).status).toBe(201);
  proxy.blackhole();
  const startedAt = performance.now();
  const stopped = await Promise.race([portal.stop(), sleep(40_000, "still there", { ref: false })]);
  expect(stopped).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test("a transaction on a blackholed connection times out once, and the next statement uses a new connection", async () => {
  const proxy = await openProxy(database.url);
  onTestFinished(() => proxy.close());
  const { system, close } = openDatabase({
    connectionString: proxy.url,
    poolSize: 1,
    timeLimit: 1_000,
    onIdleError: () => undefined,
  });
  onTestFinished(close);
  const selectOne: Statement<object, { one: number }> = {
    name: "ask_for_one",
    text: "select 1 as one",
    values: () => [],
  };
  let startedAt = 0;
  const unanswered = system.transaction(async (db) => {
    await db.first(selectOne, {});
    proxy.blackhole();
    startedAt = performance.now();
    return db.first(selectOne, {});
  });
  await expect(unanswered).rejects.toThrow("Query read timeout");
  expect(performance.now() - startedAt).toBeLessThan(2_500);
  proxy.restore();
  expect(await system.first(selectOne, {})).toEqual({ one: 1 });
});

test("a change that PostgreSQL rejects because its notification queue is full is published once the queue has space", async () => {
  const errors: string[] = [];
  const received: (number | null)[] = [];
  const feed = await newFeed(database.url, ({ message }) => errors.push(message));
  (await newFeed(database.url)).subscribe(({ companyId }) => received.push(companyId));
  feed.publish(changeOf(1));
  await vi.waitUntil(() => received.includes(1), { timeout: 5_000 });

  // A session that listens and never reads keeps all notifications in PostgreSQL's queue, so the
  // queue fills up.
  const blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query("listen anything");
  await blocker.query("begin; select 1");
  const fill = "select pg_notify('anything', n || repeat('x', 7000)) from generate_series(1, 10) n";
  await expect(
    (async () => {
      for (;;) await database.sql(fill);
    })(),
  ).rejects.toThrow(/too many notifications/);
  feed.publish(changeOf(2));
  await vi.waitUntil(() => errors.some((error) => /too many notifications/.test(error)), {
    timeout: 5_000,
  });
  await blocker.end();
  // PostgreSQL cleans up the queue when a statement reads the queue's usage.
  await vi.waitUntil(
    async () =>
      (await database.sql("select 1 where pg_notification_queue_usage() < 0.5")).length > 0,
    { timeout: 5_000 },
  );
  await vi.waitUntil(() => received.includes(2), { timeout: 5_000 });
  expect(errors.filter((error) => !/too many notifications/.test(error))).toEqual([]);
});
