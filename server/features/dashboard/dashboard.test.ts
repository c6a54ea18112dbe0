import { beforeAll, describe, expect, test } from "vitest";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

const NOTHING = { companies: 0, users: 0, items: 0, votes: 0, comments: 0 };

let portal: TestPortal;
let provider: Visitor;
beforeAll(async () => {
  portal = await startTestPortal();
  provider = portal.visitor("localhost", await portal.user("super_admin"));
});

interface Day {
  day: string;
}

const read = async () => {
  const { status, body } = await provider.get("/api/admin/dashboard");
  expect(status).toBe(200);
  return body;
};

/** Returns the start, in UTC, of the day `daysBack` days ago. */
const midnight = (daysBack: number) => {
  const day = new Date();
  day.setUTCHours(0, 0, 0, 0);
  day.setUTCDate(day.getUTCDate() - daysBack);
  return day;
};
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

describe("the dashboard", () => {
  test("the dashboard's totals include all companies and private boards, but nothing that was deleted", async () => {
    const before = (await read()).totals;
    const [one, two] = [await portal.company(), await portal.company()];
    const [voter, admin] = [
      await portal.user("user", one),
      await portal.user("company_admin", two),
    ];
    const boards = [await portal.board(one), await portal.board(two, { isPrivate: true })] as const;
    const items = [
      await portal.item(boards[0]),
      await portal.item(boards[0]),
      await portal.item(boards[1]),
    ] as const;
    const path = `/api/feedback/${String(items[0].id)}`;
    const visitor = portal.visitor(one.host, voter);
    await visitor.post(`${path}/vote`);
    await visitor.post(`${path}/vote`);
    await portal.visitor(one.host, admin).post(`${path}/vote`);
    await visitor.post(`${path}/comments`, { content: "Well" });
    const plus = (more: typeof NOTHING) =>
      Object.fromEntries(Object.entries(more).map(([key, count]) => [key, before[key] + count]));
    expect((await read()).totals).toEqual(
      plus({ companies: 2, users: 2, items: 3, votes: 2, comments: 1 }),
    );
    await provider.delete(`/api/admin/companies/${String(two.id)}`);
    expect((await read()).totals).toEqual(
      plus({ companies: 1, users: 1, items: 2, votes: 1, comments: 1 }),
    );
  });

  test("the dashboard shows how much was created on each of the last thirty days in UTC, oldest day first", async () => {
    await portal.sql("update company set created_at = '2020-01-01'");
    await portal.sql("update user_account set created_at = '2020-01-01'");
    const company = await portal.company();
    await portal.sql("update company set created_at = '2020-01-01'");
    const board = await portal.board(company);
    await portal.sql("update feedback_item set created_at = '2020-01-01'");
    await portal.sql("update user_vote set created_at = '2020-01-01'");
    await portal.sql("update comment set created_at = '2020-01-01'");
    const at = (daysBack: number, milliseconds: number) =>
      new Date(midnight(daysBack).getTime() + milliseconds).toISOString();
    const last = 24 * 60 * 60 * 1000 - 1;
    for (const createdAt of [
      at(30, last),
      at(29, 0),
      at(29, last),
      at(1, last),
      at(0, 0),
      at(-1, 0),
    ]) {
      await portal.item(board, { createdAt });
    }
    const { days } = await read();
    expect(days.map(({ day }: Day) => day)).toEqual(
      Array.from({ length: 30 }, (_, index) => dayOf(midnight(29 - index))),
    );
    const busy = days.filter((day: Record<string, unknown>) =>
      Object.values(day).some((value) => Number(value) > 0),
    );
    expect(busy).toEqual([
      { ...NOTHING, day: dayOf(midnight(29)), items: 2 },
      { ...NOTHING, day: dayOf(midnight(1)), items: 1 },
      { ...NOTHING, day: dayOf(midnight(0)), items: 1 },
    ]);
  });

  test("the dashboard counts companies, users, items, votes and comments on the day of their creation", async () => {
    const company = await portal.company();
    const user = await portal.user("user", company);
    const item = await portal.item(await portal.board(company));
    await portal.comment(item);
    await portal.visitor(company.host, user).post(`/api/feedback/${String(item.id)}/vote`);
    for (const table of ["company", "user_account", "feedback_item", "user_vote", "comment"]) {
      await portal.sql(`update ${table} set created_at = '2020-01-01'`);
    }
    for (const [daysBack, table, figure] of [
      [3, "company", "companies"],
      [5, "user_account", "users"],
      [7, "feedback_item", "items"],
      [11, "user_vote", "votes"],
      [13, "comment", "comments"],
    ] as const) {
      await portal.sql(
        `update ${table} set created_at = $1 where ctid = (select max(ctid) from ${table})`,
        [midnight(daysBack).toISOString()],
      );
      const day = (await read()).days.find((one: Day) => one.day === dayOf(midnight(daysBack)));
      expect(day).toEqual({ ...NOTHING, day: dayOf(midnight(daysBack)), [figure]: 1 });
    }
  });
});
