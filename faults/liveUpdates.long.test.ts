import { expect, onTestFinished, test, vi } from "vitest";
import type { LiveEvent } from "#contract/events.ts";
import { createFactories } from "#server/checks/fixtures/factories.ts";
import type { TestStream } from "#server/checks/fixtures/openStream.ts";
import { openStream } from "#server/checks/fixtures/openStream.ts";
import { createCommunity } from "./support/createCommunity.ts";
import { startDatabase } from "./support/externalDatabase.ts";
import { call } from "./support/httpCall.ts";
import type { PortalProcess } from "./support/portalProcess.ts";
import { startPortal } from "./support/portalProcess.ts";

const MAY_HAVE_MISSED: LiveEvent = { kind: "anything" };

const until = (stream: TestStream, event: LiveEvent) =>
  vi.waitFor(() => expect(stream.changes()).toContainEqual(event), { timeout: 15_000 });

test("two processes on one database share live updates, even after a lost database connection and after the end of one process", async () => {
  const database = await startDatabase();
  onTestFinished(() => database.stop());
  const environment = { DATABASE_URL: database.url };
  const [first, second] = await Promise.all([
    startPortal({ environment }),
    startPortal({ environment }),
  ]);
  onTestFinished(async () => void (await Promise.all([first.stop(), second.stop()])));
  const { company, admin, users, items, board } = await createCommunity(database.sql, 3);
  const secret = await createFactories(database.sql).board(company, { isPrivate: true });
  const { host } = company;
  const listen = async (
    portal: PortalProcess,
    options: { cookie?: string; query?: string } = {},
  ) => {
    const stream = await openStream({ port: portal.port, host, ...options });
    onTestFinished(() => stream.close());
    return stream;
  };
  const item = `/api/feedback/${String(items[0])}`;
  const vote = async (
    portal: PortalProcess,
    voter: number,
    path = item,
    cookie = users[voter]?.cookie ?? "",
  ) =>
    (await call({ port: portal.port, host, method: "POST", path: `${path}/vote`, cookie })).status;
  const voted = (votes: number): LiveEvent => ({
    kind: "vote",
    feedbackId: items[0] ?? 0,
    boardId: board.id,
    votes,
  });

  const [visitor, asAdmin, customer] = await Promise.all([
    listen(second),
    listen(second, { cookie: admin.cookie }),
    listen(second, { cookie: users[2]?.cookie ?? "" }),
  ]);
  const body = { title: "T", description: "D", boardId: secret.id };
  await call({
    port: first.port,
    host,
    method: "POST",
    path: "/api/feedback",
    body,
    cookie: admin.cookie,
  });
  await vi.waitFor(() => expect(asAdmin.changes()).toHaveLength(1));
  const began = performance.now();
  expect(await vote(first, 0)).toBe(200);
  await until(visitor, voted(1));
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(visitor.changes()).toEqual([voted(1)]);

  await call({
    port: first.port,
    host,
    method: "POST",
    path: "/api/logout",
    cookie: users[2]?.cookie ?? "",
  });
  await customer.ended;
  expect([visitor.isOpen(), asAdmin.isOpen()]).toEqual([true, true]);

  // After a reconnect of its change feed, a process makes its pages fetch their data again, because
  // the pages may have missed changes.
  await database.sql(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hearback changes'",
  );
  await until(visitor, MAY_HAVE_MISSED);
  await vi.waitFor(async () => {
    expect(
      await database.sql(
        "select 1 from pg_stat_activity where application_name = 'hearback changes'",
      ),
    ).toHaveLength(2);
  }, 15_000);
  expect(await vote(first, 1)).toBe(200);
  await until(visitor, voted(2));

  // After the process of a stream has stopped, the client opens a stream of the other process with
  // its last event id. It is told to refetch, and then receives the next change.
  const since = visitor.lastId();
  const stopped = second.stop();
  await visitor.ended;
  expect(await stopped).toBe(0);
  const goesOn = await listen(first, { query: `?since=${since}` });
  expect(await vote(first, 2, item, admin.cookie)).toBe(200);
  await until(goesOn, MAY_HAVE_MISSED);
  await until(goesOn, voted(3));
});
