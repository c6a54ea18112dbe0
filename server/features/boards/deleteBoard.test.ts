import { beforeAll, describe, expect, test } from "vitest";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import {
  withOpenTransaction,
  waitForBlockedSessions,
} from "#server/checks/fixtures/openTransaction.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const cast = await newCast(portal);
  const { company } = cast;
  const [board, remaining] = [await portal.board(company), await portal.board(company)] as const;
  const label = await portal.category(company);
  const items = [
    await portal.item(board, { title: "Zebra one", status: "planned", boardCategoryId: label.id }),
    await portal.item(board, { title: "Zebra two", status: "complete" }),
    await portal.item(remaining, {
      title: "Zebra three",
      status: "planned",
      boardCategoryId: label.id,
    }),
  ] as const;
  for (const { id } of items) {
    await cast.viewers.U.post(`/api/feedback/${String(id)}/vote`);
    await cast.viewers.U.post(`/api/feedback/${String(id)}/comments`, { content: "Well" });
    await cast.viewers.C.patch(`/api/feedback/${String(id)}`, {
      status: "evaluating",
      note: "Soon",
    });
  }
  return { ...cast, board, remaining, label, items };
}

const TABLES = [
  "feedback_item",
  "user_vote",
  "comment",
  "status_change",
  "feedback_search",
  "feedback_counter",
];

/**
 * Returns the number of a company's rows in each of the `TABLES`. Counters that are zero are not
 * included.
 */
async function rowsOf({ id }: { id: number }): Promise<Record<string, number>> {
  const counts = TABLES.map((table) => {
    const only = table === "feedback_counter" ? "and items <> 0" : "";
    return `(select count(*)::int from ${table} where company_id = $1 ${only}) as ${table}`;
  });
  const [row] = await portal.sql<Record<string, number>>(`select ${counts.join(", ")}`, [id]);
  return row ?? {};
}

describe("deleting a board", () => {
  test("deleting a board removes everything that refers to its items, and nothing else", async () => {
    const { viewers, company, board, remaining, label, items } = await scene();
    expect((await viewers.C.delete(`/api/boards/${String(board.id)}`)).text).toBe("");
    expect(await rowsOf(company)).toEqual({
      feedback_item: 1,
      user_vote: 1,
      comment: 1,
      status_change: 1,
      feedback_search: 1,
      feedback_counter: 1,
    });
    const list = await viewers.A.get("/api/feedback?search=zebra");
    expect([list.body.length, list.headers["x-total-count"]]).toEqual([1, "1"]);
    expect((await viewers.A.get("/api/feedback")).headers["x-total-count"]).toBe("1");
    expect((await viewers.A.get("/api/boards")).body).toMatchObject([
      { id: remaining.id, feedbackCount: 1 },
    ]);
    expect((await viewers.A.get("/api/categories")).body).toMatchObject([
      { id: label.id, feedbackCount: 1 },
    ]);
    expect((await viewers.C.get(`/api/feedback/${String(items[0].id)}`)).status).toBe(404);
    expect((await viewers.C.get(`/api/feedback/${String(items[0].id)}/comments`)).status).toBe(404);
    expect((await viewers.C.get(`/api/boards/${String(board.id)}/feedback`)).status).toBe(404);
    expect((await viewers.C.delete(`/api/boards/${String(board.id)}`)).status).toBe(404);
  });

  test("of two concurrent deletions of a board only one succeeds, even while users write on the board", async () => {
    const { viewers, company, board, items } = await scene();
    const path = `/api/feedback/${String(items[0].id)}`;
    const words = { title: "Late", description: "Late", boardId: board.id };
    const replies = await Promise.all([
      viewers.C.delete(`/api/boards/${String(board.id)}`),
      ...Array.from({ length: 4 }, () => viewers.U.post("/api/feedback", words)),
      viewers.V.post(`${path}/vote`),
      viewers.V.post(`${path}/comments`, { content: "Late" }),
      viewers.C.patch(path, { status: "planned" }),
      viewers.T.delete(`/api/boards/${String(board.id)}`),
    ]);
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 201, 204, 404].includes(status))).toEqual([]);
    expect([statuses[0], statuses.at(-1)].toSorted()).toEqual([204, 404]);
    const left = await rowsOf(company);
    expect(left).toMatchObject({ feedback_item: 1, user_vote: 1, comment: 1, feedback_counter: 1 });
  });
});

test("while a large board is deleted, votes on its items get 404 at once and other requests are not blocked", async () => {
  const { viewers, company, board, other } = await scene();
  await portal.sql(
    `insert into feedback_item (company_id, board_id, title, description, created_at)
     select $1, $2, 'Item ' || n, 'Words', now() - make_interval(mins => 1201 - n) from generate_series(1, 1200) n`,
    [company.id, board.id],
  );
  const oldest = await portal.sql<{ id: number }>(
    "select id::int from feedback_item where board_id = $1 order by created_at limit 14",
    [board.id],
  );
  const youngest = {
    text: "select from feedback_item where board_id = $1 order by created_at desc limit 1 for update",
    values: [board.id],
  };
  const neighbour = portal.visitor(other.host, await portal.user("user", other));
  let deleting: Promise<Reply> | undefined;
  await withOpenTransaction(portal, youngest, async () => {
    deleting = viewers.C.delete(`/api/boards/${String(board.id)}`);
    await waitForBlockedSessions(portal, 1);
    const votes = oldest.map(({ id }) => viewers.U.post(`/api/feedback/${String(id)}/vote`));
    const calls = [...votes, viewers.U.get("/api/feedback"), neighbour.get("/api/feedback")];
    // A request that waited for the lock would get 503.
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([
      ...oldest.map(() => 404),
      200,
      200,
    ]);
  });
  expect((await deleting)?.status).toBe(204);
  expect(await rowsOf(company)).toMatchObject({ feedback_item: 1, feedback_search: 1 });
  expect((await viewers.A.get("/api/boards")).body).toMatchObject([{ feedbackCount: 1 }]);
});

test("a submission to a board that is being deleted gets 404", async () => {
  const { viewers, board } = await scene();
  const lock = { text: "delete from board where id = $1", values: [board.id], waiting: 1 };
  const { status, text } = await commitWhenBlocked(portal, lock, () =>
    viewers.U.post("/api/feedback", { title: "Late", description: "Late", boardId: board.id }),
  );
  expect([status, text]).toEqual([404, '{"message":"Board not found"}']);
});

describe("making a board private", () => {
  test("a private board and its items are hidden from visitors until the board is made public again", async () => {
    const { viewers, board, label, items } = await scene();
    const path = `/api/feedback/${String(items[0].id)}`;
    const look = async (who: "A" | "U" | "V" | "C") => {
      const v = viewers[who];
      const list = await v.get("/api/feedback");
      return {
        boards: (await v.get("/api/boards")).body.length,
        items: list.body.length,
        total: list.headers["x-total-count"],
        found: (await v.get("/api/feedback?search=zebra")).headers["x-total-count"],
        roadmap: (await v.get("/api/feedback?status=evaluating")).headers["x-total-count"],
        counted: (await v.get("/api/categories")).body[0].feedbackCount,
        statuses: [
          (await v.get(`/api/boards/${String(board.id)}/feedback`)).status,
          (await v.get(path)).status,
          (await v.get(`${path}/comments`)).status,
          (await v.get(`${path}/history`)).status,
        ],
      };
    };
    const all = { boards: 2, items: 3, total: "3", found: "3", roadmap: "3", counted: 2 };
    const shown = { ...all, statuses: [200, 200, 200, 200] };
    const hidden = { boards: 1, items: 1, total: "1", found: "1", roadmap: "1", counted: 1 };
    const set = (isPrivate: boolean) =>
      viewers.C.patch(`/api/boards/${String(board.id)}`, { isPrivate });
    for (const who of ["A", "U", "V", "C"] as const)
      expect([who, await look(who)]).toEqual([who, shown]);
    expect((await set(true)).body).toMatchObject({ isPrivate: true, feedbackCount: 2 });
    for (const who of ["A", "U", "V"] as const) {
      expect([who, await look(who)]).toEqual([who, { ...hidden, statuses: [404, 404, 404, 404] }]);
    }
    expect(await look("C")).toEqual(shown);
    expect((await viewers.U.post(`${path}/vote`)).status).toBe(404);
    expect((await viewers.U.post(`${path}/comments`, { content: "Well" })).status).toBe(404);
    expect((await viewers.A.get("/api/categories")).body).toMatchObject([{ id: label.id }]);
    await set(false);
    expect(await look("A")).toEqual(shown);
  });
});
