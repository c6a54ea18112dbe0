import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { TestCompany } from "#server/checks/fixtures/factories.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { Cast } from "#server/checks/fixtures/viewers.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";
import { findWrongCounts } from "#server/operations/recount/recount.queries.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const STATUSES = ["new", "evaluating", "planned", "under_development", "complete"] as const;
const CATEGORIES = ["feature", "bug", "improvement", "documentation"] as const;

interface Scene extends Cast {
  company: TestCompany;
  boards: { id: number }[];
  labels: { id: number }[];
  items: { id: number }[];
}

async function scene(items = 0): Promise<Scene> {
  const company = await portal.company();
  const boards = [
    await portal.board(company),
    await portal.board(company),
    await portal.board(company, { isPrivate: true }),
  ];
  const labels = [await portal.category(company), await portal.category(company)];
  const made: { id: number }[] = [];
  for (let n = 0; n < items; n += 1) made.push(await portal.item(boards[n % 3] ?? company, {}));
  return { ...(await castOf(portal, company)), company, boards, labels, items: made };
}

/** Returns the company's stored counters that differ from a count of the rows. */
async function wrongCounts({ company }: Scene) {
  const wrong = await findWrongCounts((text) => portal.sql(text));
  return wrong.filter(({ key }) => key[0] === String(company.id));
}

type Step = (set: Scene) => Promise<Reply>;

const index = fc.nat(11);
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
const pathOf = (set: Scene, n: number) => `/api/feedback/${String(pick(set.items, n).id)}`;
const voter = fc.constantFrom("U", "C", "V", "T" as const);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(index, voter).map(
      ([n, who]): Step =>
        (set) =>
          set.viewers[who].post(`${pathOf(set, n)}/vote`),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(index, voter).map(
      ([n, who]): Step =>
        (set) =>
          set.viewers[who].post(`${pathOf(set, n)}/comments`, { content: "Well" }),
    ),
  },
  fc.tuple(index, index).map(([n, m]): Step => async (set) => {
    const { body } = await set.viewers.C.get(`${pathOf(set, n)}/comments`);
    const id = Array.isArray(body) && body.length > 0 ? pick(body as { id: number }[], m).id : 1;
    return set.viewers.C.delete(`${pathOf(set, n)}/comments/${String(id)}`);
  }),
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        index,
        fc.record(
          {
            status: fc.constantFrom(...STATUSES),
            category: fc.constantFrom(...CATEGORIES),
            board: fc.nat(2),
            label: fc.nat(2),
          },
          { requiredKeys: [] },
        ),
      )
      .map(
        ([n, { status, category, board, label }]): Step =>
          (set) =>
            set.viewers.C.patch(pathOf(set, n), {
              title: "Changed",
              status,
              category,
              boardId: board === undefined ? undefined : pick(set.boards, board).id,
              boardCategoryId: label === undefined ? undefined : (set.labels[label]?.id ?? null),
            }),
      ),
  },
  fc.nat(2).map((n): Step => async (set) => {
    const body = {
      title: "T",
      description: "D",
      boardId: pick(set.boards, n).id,
      boardCategoryId: set.labels[n]?.id,
    };
    const reply = await set.viewers.C.post("/api/feedback", body);
    set.items.push(reply.body);
    return reply;
  }),
  index.map(
    (n): Step =>
      (set) =>
        set.viewers.C.delete(pathOf(set, n)),
  ),
);

describe("the stored counters", () => {
  test("the stored counts of items, votes and comments equal a recount after any sequence of operations", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const set = await scene(4);
        for (const one of steps) expect((await one(set)).status).toBeLessThan(500);
        expect(await wrongCounts(set)).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });

  test("the stored counts of items, votes and comments are correct after all kinds of operations run concurrently", async () => {
    const set = await scene(12);
    const steps = fc.sample(step, { numRuns: 150, seed: 7 });
    const replies = await Promise.all(steps.map((one) => one(set)));
    expect(replies.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect(await wrongCounts(set)).toEqual([]);
  });

  test("the stored counts of items, votes and comments are correct after the statuses of many items are changed concurrently", async () => {
    const set = await scene(30);
    for (const [n, item] of set.items.entries()) {
      await portal.sql("update feedback_item set status = $2, board_id = $3 where id = $1", [
        item.id,
        n % 2 ? "planned" : "complete",
        set.boards[0]?.id,
      ]);
    }
    for (let round = 0; round < 4; round += 1) {
      const replies = await Promise.all(
        set.items.map((_, n) =>
          set.viewers.C.patch(pathOf(set, n), { status: (n + round) % 2 ? "complete" : "planned" }),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual(set.items.map(() => 200));
    }
    expect(await wrongCounts(set)).toEqual([]);
  });

  test("the stored counts of items, votes and comments are correct after an item and its comments are deleted concurrently", async () => {
    const set = await scene(1);
    const comments = await Promise.all(
      Array.from({ length: 20 }, () => portal.comment(set.items[0] ?? { id: 0 })),
    );
    const replies = await Promise.all([
      ...comments
        .slice(0, 10)
        .map(({ id }) => set.viewers.C.delete(`${pathOf(set, 0)}/comments/${String(id)}`)),
      set.viewers.C.delete(pathOf(set, 0)),
      ...comments
        .slice(10)
        .map(({ id }) => set.viewers.C.delete(`${pathOf(set, 0)}/comments/${String(id)}`)),
    ]);
    expect(
      replies.map(({ status }) => status).filter((status) => status !== 204 && status !== 404),
    ).toEqual([]);
    expect(await wrongCounts(set)).toEqual([]);
  });

  test("the stored counts of items, votes and comments are correct after an item is deleted while users vote and comment", async () => {
    const set = await scene(1);
    const voters = await Promise.all(
      Array.from({ length: 10 }, () => portal.user("user", set.company)),
    );
    const vote = (user: { cookie: string }) =>
      portal.visitor(set.company.host, user).post(`${pathOf(set, 0)}/vote`);
    const replies = await Promise.all([
      ...voters.slice(0, 5).map(vote),
      set.viewers.U.post(`${pathOf(set, 0)}/comments`, { content: "Well" }),
      set.viewers.C.delete(pathOf(set, 0)),
      ...voters.slice(5).map(vote),
      set.viewers.U.post(`${pathOf(set, 0)}/comments`, { content: "Well" }),
    ]);
    expect(
      replies
        .map(({ status }) => status)
        .filter((status) => ![200, 201, 204, 404].includes(status)),
    ).toEqual([]);
    expect(await wrongCounts(set)).toEqual([]);
    expect(
      await portal.sql("select 1 from user_vote where company_id = $1", [set.company.id]),
    ).toEqual([]);
  });

  test("the stored counts of items, votes and comments are correct after a voter, a board and a category are deleted", async () => {
    const set = await scene(6);
    for (const [n] of set.items.entries()) {
      await set.viewers.U.post(`${pathOf(set, n)}/vote`);
      await set.viewers.C.post(`${pathOf(set, n)}/vote`);
      await set.viewers.C.patch(pathOf(set, n), { boardCategoryId: set.labels[n % 2]?.id });
    }
    await portal.sql("delete from user_account where id = $1", [set.user.id]);
    expect(await wrongCounts(set)).toEqual([]);
    await portal.sql("delete from board_category where id = $1", [set.labels[0]?.id]);
    expect(await wrongCounts(set)).toEqual([]);
    await portal.sql("delete from board where id = $1", [set.boards[0]?.id]);
    expect(await wrongCounts(set)).toEqual([]);
    expect((await set.viewers.C.get("/api/feedback")).headers["x-total-count"]).toBe("4");
  });

  test("the totals of lists and the item counts of boards show the stored counts", async () => {
    const set = await scene(9);
    await set.viewers.C.patch(pathOf(set, 0), { boardId: set.boards[1]?.id, status: "planned" });
    await set.viewers.C.delete(pathOf(set, 4));
    const counts = async (key: "A" | "C") => ({
      boards: ((await set.viewers[key].get("/api/boards")).body as { feedbackCount: number }[]).map(
        (b) => b.feedbackCount,
      ),
      all: (await set.viewers[key].get("/api/feedback")).headers["x-total-count"],
      planned: (await set.viewers[key].get("/api/feedback?status=planned")).headers[
        "x-total-count"
      ],
    });
    expect(await counts("C")).toEqual({ boards: [2, 3, 3], all: "8", planned: "1" });
    expect(await counts("A")).toEqual({ boards: [2, 3], all: "5", planned: "1" });
  });
});
