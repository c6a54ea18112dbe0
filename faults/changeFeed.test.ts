import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Change } from "#server/platform/changes/change.ts";
import type { ListeningFeed } from "#server/platform/changes/changeFeed.ts";
import { openChangeFeed } from "#server/platform/changes/changeFeed.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import type { Statement } from "#server/platform/db/statement.ts";
import { createCommunity } from "./support/createCommunity.ts";
import { startDatabase } from "./support/externalDatabase.ts";
import { call } from "./support/httpCall.ts";
import { openProxy } from "./support/openProxy.ts";
import { startPortal } from "./support/portalProcess.ts";
import { isLong } from "#server/checks/fixtures/testSize.ts";

async function newDatabase(options: Parameters<typeof startDatabase>[0] = {}) {
  const database = await startDatabase(options);
  onTestFinished(() => database.stop());
  return database;
}

/** Another process, as far as the others can tell. It hears what is told from now on. */
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

test("a feed whose line is silently gone tells and hears again once there is a way", async () => {
  const database = await newDatabase();
  const proxy = await openProxy(database.url);
  onTestFinished(() => proxy.close());
  const heard: (number | null)[] = [];
  const feed = await newFeed(proxy.url);
  feed.subscribe(({ companyId }) => heard.push(companyId));
  const elsewhere = await newFeed(database.url);
  const heardElsewhere: (number | null)[] = [];
  elsewhere.subscribe(({ companyId }) => heardElsewhere.push(companyId));
  elsewhere.publish(changeOf(1));
  await vi.waitUntil(() => heard.includes(1), { timeout: 5_000 });
  proxy.blackhole();
  feed.publish(changeOf(2));
  await sleep(300);
  proxy.restore();
  heard.length = 0;
  // What was said meanwhile may have been anything.
  await vi.waitUntil(() => heard.includes(null), { timeout: 25_000 });
  await vi.waitUntil(() => heardElsewhere.includes(2), { timeout: 5_000 });
  elsewhere.publish(changeOf(3));
  await vi.waitUntil(() => heard.includes(3), { timeout: 5_000 });
});

test.runIf(isLong)(
  "a portal whose database is silently gone hears again, answers everyone, and is not held up when it stops",
  async () => {
    const database = await newDatabase();
    const proxy = await openProxy(database.url);
    onTestFinished(() => proxy.close());
    const portal = await startPortal({ environment: { DATABASE_URL: proxy.url } });
    onTestFinished(() => portal.kill());
    const elsewhere = await newFeed(database.url);
    const { company, admin, board } = await createCommunity(database.sql, 1);
    const { host } = company;
    const body = (title: string) => ({ title, description: "D", boardId: board.id });
    /** Past this portal, and told as another process tells. */
    const submitElsewhere = async (title: string) => {
      await database.sql(
        "insert into feedback_item (company_id, board_id, title, description) values ($1, $2, $3, 'D')",
        [company.id, board.id, title],
      );
      elsewhere.publish(changeOf(company.id));
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

    await submitElsewhere("Heard at once");
    await whenSeen("Heard at once", 3_000);
    proxy.blackhole();
    await submitElsewhere("Told while nobody heard");
    await sleep(1_000);
    proxy.restore();
    // What is kept would be good for a minute.
    await whenSeen("Told while nobody heard", 25_000);
    await submitElsewhere("Heard again");
    await whenSeen("Heard again", 3_000);

    // Those who ask for something meanwhile have an answer, and so have those who come after them.
    await Promise.all([submit("One"), submit("Another")]);
    proxy.blackhole();
    const unanswered = submit("Into the void");
    await sleep(500);
    proxy.restore();
    expect((await unanswered).status).toBe(503);
    expect((await submit("After it")).status).toBe(201);

    // Others are told within 100 ms: it is gone before that.
    expect((await submit("The last")).status).toBe(201);
    proxy.blackhole();
    const began = performance.now();
    const stopped = await Promise.race([
      portal.stop(),
      sleep(40_000, "still there", { ref: false }),
    ]);
    expect(stopped).toBe(0);
    expect(performance.now() - began).toBeLessThan(30_000);
  },
);

test("a transaction whose database is silently gone is given up once, and its connection with it", async () => {
  const database = await newDatabase();
  const proxy = await openProxy(database.url);
  onTestFinished(() => proxy.close());
  const { system, close } = openDatabase({
    connectionString: proxy.url,
    poolSize: 1,
    timeLimit: 1_000,
    onIdleError: () => undefined,
  });
  onTestFinished(close);
  const ask: Statement<object, { one: number }> = {
    name: "ask_for_one",
    text: "select 1 as one",
    values: () => [],
  };
  let began = 0;
  const unanswered = system.transaction(async (db) => {
    await db.first(ask, {});
    proxy.blackhole();
    began = performance.now();
    return db.first(ask, {});
  });
  await expect(unanswered).rejects.toThrow("Query read timeout");
  expect(performance.now() - began).toBeLessThan(2_500);
  proxy.restore();
  expect(await system.first(ask, {})).toEqual({ one: 1 });
});

test("what could not be told over a connection that is still there is told when it can be", async () => {
  const database = await newDatabase({ settings: { max_notify_queue_pages: "64" } });
  const errors: string[] = [];
  const heard: (number | null)[] = [];
  const feed = await newFeed(database.url, ({ message }) => errors.push(message));
  (await newFeed(database.url)).subscribe(({ companyId }) => heard.push(companyId));
  feed.publish(changeOf(1));
  await vi.waitUntil(() => heard.includes(1), { timeout: 5_000 });

  // Somebody who listens and never comes to hear: all that is told is kept for them, until no more can be.
  const deaf = new pg.Client({ connectionString: database.url });
  await deaf.connect();
  await deaf.query("listen anything");
  await deaf.query("begin; select 1");
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
  await deaf.end();
  // PostgreSQL makes room when it is asked how much there is.
  await vi.waitUntil(
    async () =>
      (await database.sql("select 1 where pg_notification_queue_usage() < 0.5")).length > 0,
    { timeout: 5_000 },
  );
  await vi.waitUntil(() => heard.includes(2), { timeout: 5_000 });
  expect(errors.filter((error) => !/too many notifications/.test(error))).toEqual([]);
});
