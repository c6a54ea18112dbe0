import { beforeAll, describe, expect, test } from "vitest";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const company = await portal.company();
  const board = await portal.board(company);
  const item = await portal.item(board);
  const customer = await portal.user("user", company);
  return { company, board, item, customer, path: `/api/feedback/${String(item.id)}` };
}

/** What the stored counter says must be what the votes say. */
async function countedVotes(itemId: number): Promise<{ stored: number; counted: number }> {
  const [row] = await portal.sql<{ stored: number; counted: number }>(
    `select votes as stored, (select count(*)::int from user_vote v where v.feedback_id = f.id) as counted
     from feedback_item f where id = $1`,
    [itemId],
  );
  return row ?? { stored: -1, counted: -2 };
}

describe("voting", () => {
  test("a vote is counted and remembered for the voter only", async () => {
    const { company, item, customer, path } = await scene();
    const voter = portal.visitor(company.host, customer);
    const voted = await voter.post(`${path}/vote`);
    expect(voted).toMatchObject({ status: 200, body: { votes: 1, hasVoted: true } });
    expect((await voter.get(path)).body).toMatchObject({ votes: 1, hasVoted: true });
    expect((await portal.visitor(company.host).get(path)).body).toMatchObject({
      votes: 1,
      hasVoted: false,
    });
    expect(await countedVotes(item.id)).toEqual({ stored: 1, counted: 1 });
  });

  test("a second vote by the same user changes nothing", async () => {
    const { company, item, customer, path } = await scene();
    const voter = portal.visitor(company.host, customer);
    await voter.post(`${path}/vote`);
    expect(await voter.post(`${path}/vote`)).toMatchObject({
      status: 200,
      body: { votes: 1, hasVoted: true },
    });
    expect(await countedVotes(item.id)).toEqual({ stored: 1, counted: 1 });
  });

  test("twenty clicks at once by each of five users count five", async () => {
    const { company, item, path } = await scene();
    const users = await Promise.all(Array.from({ length: 5 }, () => portal.user("user", company)));
    const replies = await Promise.all(
      users.flatMap((user) =>
        Array.from({ length: 20 }, () => portal.visitor(company.host, user).post(`${path}/vote`)),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await countedVotes(item.id)).toEqual({ stored: 5, counted: 5 });
  });

  test("a customer of another company may vote on a public board", async () => {
    const { company, path } = await scene();
    const stranger = await portal.user("user", await portal.company());
    expect((await portal.visitor(company.host, stranger).post(`${path}/vote`)).body).toEqual({
      votes: 1,
      hasVoted: true,
    });
  });

  test("nobody votes without an account", async () => {
    const { company, item, path } = await scene();
    expect((await portal.visitor(company.host).post(`${path}/vote`)).status).toBe(401);
    expect(await countedVotes(item.id)).toEqual({ stored: 0, counted: 0 });
  });

  test("an item on a private board, of another company, or unknown is the same 404", async () => {
    const { company, customer } = await scene();
    const hidden = await portal.item(await portal.board(company, { isPrivate: true }));
    const foreign = await portal.item(await portal.board(await portal.company()));
    const visitor = portal.visitor(company.host, customer);
    const replies = await Promise.all(
      [hidden.id, foreign.id, 999_999_999, "abc", "1e3", "-1"].map((id) =>
        visitor.post(`/api/feedback/${String(id)}/vote`),
      ),
    );
    expect(replies.map(({ status, text }) => [status, text])).toEqual(
      replies.map(() => [404, '{"message":"Feedback item not found"}']),
    );
    expect(await countedVotes(hidden.id)).toEqual({ stored: 0, counted: 0 });
    expect(await countedVotes(foreign.id)).toEqual({ stored: 0, counted: 0 });
  });

  test("an admin votes on a private board of the own company", async () => {
    const { company } = await scene();
    const hidden = await portal.item(await portal.board(company, { isPrivate: true }));
    const admin = await portal.user("company_admin", company);
    const reply = await portal
      .visitor(company.host, admin)
      .post(`/api/feedback/${String(hidden.id)}/vote`);
    expect(reply.body).toEqual({ votes: 1, hasVoted: true });
  });
});
