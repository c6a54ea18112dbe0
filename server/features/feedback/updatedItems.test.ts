import { beforeAll, describe, expect, test } from "vitest";
import { makeApiKey, withApiKey } from "#server/checks/fixtures/apiKeyOf.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const LONG_AGO = "2020-01-01T00:00:00Z";

async function scene() {
  const cast = await newCast(portal);
  const { company, viewers } = cast;
  const [board, hidden] = [
    await portal.board(company),
    await portal.board(company, { isPrivate: true }),
  ];
  const { key } = await makeApiKey(viewers.C, ["feedback:read"]);
  const program = withApiKey(portal, company.host, key);
  const change = (id: number, body: object) => viewers.C.patch(`/api/feedback/${String(id)}`, body);
  return { ...cast, board, hidden, program, change };
}

/** Reads all pages of what has changed. Returns the items' ids and the next `updatedSince`. */
async function sync(program: Visitor, since: string, limit = 2) {
  const ids: number[] = [];
  let path = `/api/feedback?updatedSince=${encodeURIComponent(since)}&limit=${String(limit)}`;
  for (;;) {
    const { status, headers, body } = await program.get(path);
    expect(status).toBe(200);
    ids.push(...(body as { id: number }[]).map(({ id }) => id));
    const next = /^<([^>]*)>; rel="next"$/.exec(String(headers["link"] ?? ""))?.[1];
    if (next === undefined) return { ids, until: String(headers["x-updated-until"]) };
    path = next;
  }
}

describe("the list of what has changed since a time", () => {
  test("has each changed item once, oldest change first, over all pages and in whatever state", async () => {
    const { board, hidden, viewers, program, change } = await scene();
    const items = [];
    for (const _ of Array.from({ length: 5 })) items.push((await portal.item(board)).id);
    const [one = 0, two = 0, three = 0, four = 0, five = 0] = items;
    await portal.item(hidden);
    expect((await sync(program, LONG_AGO)).ids).toEqual(items);
    const { until } = await sync(program, LONG_AGO);
    expect((await sync(program, until)).ids).toEqual([]);
    await change(two, { title: "Changed" });
    await viewers.C.post(`/api/feedback/${String(four)}/close`, { reason: "other" });
    await viewers.U.post(`/api/feedback/${String(one)}/comments`, { content: "Well" });
    await viewers.C.post(`/api/feedback/${String(three)}/merge`, { targetId: five });
    const next = await sync(program, until);
    expect(next.ids.toSorted()).toEqual([one, two, three, four, five].toSorted());
    expect(next.ids.slice(0, 3)).toEqual([two, four, one]);
    expect((await sync(program, next.until)).ids).toEqual([]);
  });

  test("has no item that was only voted for", async () => {
    const { board, viewers, program } = await scene();
    const item = await portal.item(board);
    const { until } = await sync(program, LONG_AGO);
    await viewers.U.post(`/api/feedback/${String(item.id)}/vote`);
    expect((await sync(program, until)).ids).toEqual([]);
  });

  test("has the items of a board that has become public", async () => {
    const { hidden, viewers, program } = await scene();
    const item = await portal.item(hidden);
    const { until } = await sync(program, LONG_AGO);
    await viewers.C.patch(`/api/boards/${String(hidden.id)}`, { isPrivate: false });
    expect((await sync(program, until)).ids).toEqual([item.id]);
  });

  test("skips no change that is committed later than newer changes", async () => {
    const { board, program, change } = await scene();
    const [slow, fast] = [await portal.item(board), await portal.item(board)];
    const { until } = await sync(program, LONG_AGO);
    const client = await portal.owner.connect();
    try {
      await client.query("begin");
      await client.query("update feedback_item set title = 'Slow' where id = $1", [slow.id]);
      await change(fast.id, { title: "Fast" });
      const during = await sync(program, until);
      await client.query("commit");
      const after = await sync(program, during.until);
      expect([...during.ids, ...after.ids]).toContain(slow.id);
      expect([...during.ids, ...after.ids]).toContain(fast.id);
    } finally {
      client.release();
    }
  });

  test("is refused for a time that is none and for visitors without an account", async () => {
    const { viewers, program } = await scene();
    const refused = await program.get("/api/feedback?updatedSince=yesterday");
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { updatedSince: ["updatedSince must be a time such as 2026-03-14T09:00:00Z"] },
    ]);
    expect((await viewers.A.get(`/api/feedback?updatedSince=${LONG_AGO}`)).status).toBe(401);
    const cursor = (await viewers.C.get("/api/feedback?limit=1")).headers["link"];
    expect(cursor).toBeUndefined();
    expect(
      (await program.get(`/api/feedback?updatedSince=${LONG_AGO}&cursor=nothing`)).status,
    ).toBe(400);
  });
});
