import { beforeAll, describe, expect, test } from "vitest";
import type { TestCompany } from "#server/checks/fixtures/factories.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { Cast } from "#server/checks/fixtures/viewers.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const MESSAGE = "The boards have changed meanwhile. Reload and order them again.";

interface Scene extends Cast {
  company: TestCompany;
  ids: number[];
}

async function scene(): Promise<Scene> {
  const company = await portal.company();
  const boards = [
    await portal.board(company),
    await portal.board(company, { isPrivate: true }),
    await portal.board(company),
  ];
  return { ...(await castOf(portal, company)), company, ids: boards.map(({ id }) => id) };
}

const order = (visitor: Visitor, boardIds: unknown) =>
  visitor.patch("/api/boards/reorder", { boardIds });

async function stored({ id }: { id: number }): Promise<{ id: number; place: number }[]> {
  return portal.sql(
    "select id::int, order_index as place from board where company_id = $1 order by order_index, id",
    [id],
  );
}

describe("ordering boards", () => {
  test("a new order of the boards is stored, returned and visible to every viewer", async () => {
    const { viewers, company, ids } = await scene();
    const [a = 0, b = 0, c = 0] = ids;
    const reply = await order(viewers.C, [c, a, b]);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject([
      { id: c, orderIndex: 0 },
      { id: a, orderIndex: 1 },
      { id: b, orderIndex: 2, isPrivate: true },
    ]);
    expect((await viewers.A.get("/api/boards")).body).toMatchObject([{ id: c }, { id: a }]);
    expect((await order(viewers.T, [b, a, c])).status).toBe(200);
    expect((await stored(company)).map(({ id }) => id)).toEqual([b, a, c]);
  });

  test("a board order that does not contain every board exactly once is always refused with the same message", async () => {
    const { viewers, other, company, ids } = await scene();
    const foreign = await portal.board(other);
    const [a = 0, b = 0, c = 0] = ids;
    const before = await stored(company);
    const texts = new Set<string>();
    for (const wrong of [
      [],
      [a, b],
      [a, b, c, foreign.id],
      [a, b, foreign.id],
      [a, b, c, c],
      [a, b, b],
    ]) {
      const reply = await order(viewers.C, wrong);
      expect([wrong, reply.status]).toEqual([wrong, 400]);
      texts.add(reply.text);
    }
    texts.add((await order(viewers.C, [a, b, 999_999_999])).text);
    expect([...texts]).toEqual([
      JSON.stringify({ message: MESSAGE, errors: { boardIds: [MESSAGE] } }),
    ]);
    expect(await stored(company)).toEqual(before);
  });

  test("a board order that is not a list of ids is refused", async () => {
    const { viewers, ids } = await scene();
    const far = Array.from({ length: 1001 }, (_, index) => index + 1);
    for (const wrong of [
      undefined,
      null,
      "1",
      [ids.map(String)],
      [1.5],
      [-1],
      [0],
      [null],
      [1e16],
      far,
    ]) {
      const reply = await order(viewers.C, wrong);
      expect([wrong, reply.status, Object.keys(reply.body.errors)]).toEqual([
        wrong,
        400,
        ["boardIds"],
      ]);
    }
  });

  test("a company without boards accepts the empty list as its board order", async () => {
    const company = await portal.company();
    const { viewers } = await castOf(portal, company);
    expect(await order(viewers.C, [])).toMatchObject({ status: 200, body: [] });
  });
});

describe("concurrent changes of boards", () => {
  test(
    "concurrent ordering, adding and deleting of boards leaves no duplicate order indexes, and the next ordering leaves no gaps",
    { timeout: 60_000 },
    async () => {
      const { viewers, company, ids } = await scene();
      const second = await portal.anotherApp();
      const colleague = second.visitor(company.host, await portal.user("company_admin", company));
      let known = [...ids];
      for (let round = 0; round < 50; round += 1) {
        const [first = 0] = known;
        const replies = await Promise.all([
          order(viewers.C, known.toReversed()),
          order(colleague, [...known.slice(1), first]),
          viewers.C.post("/api/boards", { name: "New", slug: `new-${String(round)}` }),
          colleague.post("/api/boards", { name: "New", slug: `newer-${String(round)}` }),
          ...(round % 2 ? [viewers.C.delete(`/api/boards/${String(first)}`)] : []),
        ]);
        expect(replies.filter(({ status }) => status >= 500 || status === 404)).toEqual([]);
        const now = await stored(company);
        expect(new Set(now.map(({ place }) => place)).size).toBe(now.length);
        known = now.map(({ id }) => id);
        const last = await order(round % 2 ? viewers.C : colleague, known);
        expect(last.status).toBe(200);
        expect(last.body.map(({ orderIndex }: { orderIndex: number }) => orderIndex)).toEqual([
          ...known.keys(),
        ]);
      }
      expect(known).toHaveLength(3 + 100 - 25);
      expect((await viewers.C.get("/api/boards")).body.map(({ id }: { id: number }) => id)).toEqual(
        known,
      );
    },
  );
});
