import { beforeAll, expect, test } from "vitest";
import { listen } from "#server/checks/fixtures/listen.ts";
import { openStream } from "#server/checks/fixtures/openStream.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const NOTHING_MISSED = /^retry: \d+\nevent: ready\nid: \S+\ndata: 1\n\n$/;
const SOMETHING_MISSED =
  /^retry: \d+\nevent: ready\nid: \S+\ndata: 1\n\nevent: changes\nid: \S+\ndata: \[\{"kind":"anything"\}\]\n\n$/;

let portal: TestPortal;
let port: number;
beforeAll(async () => {
  portal = await startTestPortal();
  port = await listen(portal);
});

async function scene() {
  const company = await portal.company();
  const board = await portal.board(company);
  const open = (call: { query?: string; headers?: Record<string, string> } = {}) =>
    openStream({ port, host: company.host, ...call });
  const vote = async () => {
    const [item, voter] = await Promise.all([portal.item(board), portal.user("user", company)]);
    await portal.visitor(company.host, voter).post(`/api/feedback/${String(item.id)}/vote`);
  };
  return { open, vote };
}

/** Where a page sends its last event id. */
const WAYS: [string, (id: string) => { query?: string; headers?: Record<string, string> }][] = [
  ["in a header", (id) => ({ headers: { "last-event-id": id } })],
  ["in the query", (id) => ({ query: `?since=${id}` })],
];

test.each(WAYS)(
  "a page that sends its last event id %s learns whether it missed a change",
  async (_, withId) => {
    const { open, vote } = await scene();
    const stream = await open();
    const before = stream.lastId();
    expect((await open(withId(before))).text()).toMatch(NOTHING_MISSED);
    await vote();
    // Wait until the change has been sent, so that the next stream can receive it only as a missed
    // change.
    await expect.poll(() => stream.changes()).toHaveLength(1);
    expect((await open(withId(before))).text()).toMatch(SOMETHING_MISSED);
    expect((await open(withId(stream.lastId()))).text()).toMatch(NOTHING_MISSED);
  },
);

test("a reconnecting page need not refetch after changes in other portals", async () => {
  const [here, there] = [await scene(), await scene()];
  const id = (await here.open()).lastId();
  await there.vote();
  expect((await here.open({ query: `?since=${id}` })).text()).toMatch(NOTHING_MISSED);
});

test.each([
  "of nothing",
  "x",
  "AAAAAAAA.",
  "AAAAAAAA.-1",
  ".5",
  "AAAAAAAA.5",
  `AAAAAAAA.${"9".repeat(30)}`,
])("a page that sends the invalid event id %j is told to refetch all data", async (id) => {
  const { open } = await scene();
  expect((await open({ headers: { "last-event-id": id } })).text()).toMatch(SOMETHING_MISSED);
});

test("if a page sends another process's event id, the page is told to refetch all data, unless the id is clearly newer than all changes", async () => {
  const { open } = await scene();
  const idOf = (seconds: number) => `AAAAAAAA.${String((Date.now() + seconds * 1000) * 1000)}`;
  expect((await open({ query: `?since=${idOf(0)}` })).text()).toMatch(SOMETHING_MISSED);
  expect((await open({ query: `?since=${idOf(60)}` })).text()).toMatch(NOTHING_MISSED);
});

test("all open pages are told to refetch their data if the process has possibly missed changes", async () => {
  const { open } = await scene();
  const stream = await open();
  await portal.sql(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hearback changes' and datname = current_database()",
  );
  await expect.poll(() => stream.changes()).toContainEqual({ kind: "anything" });
});
