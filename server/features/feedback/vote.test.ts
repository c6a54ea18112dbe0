import { beforeAll, describe, expect, test } from "vitest";
import { itemScene } from "#server/checks/fixtures/itemScene.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const scene = () => itemScene(portal);

/** Returns the stored vote counter of an item and the number of its votes. */
async function countedVotes(itemId: number): Promise<{ stored: number; counted: number }> {
  const [row] = await portal.sql<{ stored: number; counted: number }>(
    `select votes as stored, (select count(*)::int from user_vote v where v.feedback_id = f.id) as counted
     from feedback_item f where id = $1`,
    [itemId],
  );
  return row ?? { stored: -1, counted: -2 };
}

describe("voting", () => {
  test("a vote is counted, and hasVoted is true only for the voter", async () => {
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

  test("a second vote by the same user is not counted", async () => {
    const { company, item, customer, path } = await scene();
    const voter = portal.visitor(company.host, customer);
    await voter.post(`${path}/vote`);
    expect(await voter.post(`${path}/vote`)).toMatchObject({
      status: 200,
      body: { votes: 1, hasVoted: true },
    });
    expect(await countedVotes(item.id)).toEqual({ stored: 1, counted: 1 });
  });

  test("twenty concurrent votes by each of five users are counted as five votes", async () => {
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

  test("a customer of another company can vote on a public board", async () => {
    const { company, path } = await scene();
    const stranger = await portal.user("user", await portal.company());
    expect((await portal.visitor(company.host, stranger).post(`${path}/vote`)).body).toEqual({
      votes: 1,
      hasVoted: true,
    });
  });
});
