import { beforeAll, describe, expect, test } from "vitest";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const cast = await newCast(portal);
  const boards = [
    await portal.board(cast.company, { name: "Ideas" }),
    await portal.board(cast.company, { name: "Team only", isPrivate: true }),
    await portal.board(cast.company, { name: "Bugs" }),
  ] as const;
  const theirs = await portal.board(cast.other, { name: "Theirs" });
  return { ...cast, boards, theirs };
}

async function names(visitor: Visitor): Promise<string[]> {
  const { status, body } = await visitor.get("/api/boards");
  expect(status).toBe(200);
  return body.map(({ name }: { name: string }) => name);
}

describe("listing boards", () => {
  test("visitors get the public boards and admins get all boards", async () => {
    const { viewers } = await scene();
    for (const key of ["A", "U", "P", "V"] as const) {
      expect([key, await names(viewers[key])]).toEqual([key, ["Ideas", "Bugs"]]);
    }
    for (const key of ["C", "T", "W"] as const) {
      expect([key, await names(viewers[key])]).toEqual([key, ["Ideas", "Team only", "Bugs"]]);
    }
  });

  test("the total of the board list is the number of boards that the viewer can see", async () => {
    const { viewers } = await scene();
    for (const [key, total] of [
      ["A", "2"],
      ["U", "2"],
      ["C", "3"],
      ["S", "0"],
    ] as const) {
      const { headers } = await viewers[key].get("/api/boards");
      expect([key, headers["x-total-count"], headers.link]).toEqual([key, total, undefined]);
    }
  });

  test("on the product's host the board list contains the boards of the viewer's company", async () => {
    const { viewers } = await scene();
    expect(await names(viewers.X)).toEqual(["Theirs"]);
    expect(await names(viewers.S)).toEqual([]);
    expect(await viewers.N.get("/api/boards")).toMatchObject({
      status: 401,
      text: '{"message":"Not signed in"}',
    });
  });

  test("boards are listed in the company's order", async () => {
    const { viewers, boards } = await scene();
    const place = (board: { id: number }, at: number) =>
      portal.sql("update board set order_index = $2 where id = $1", [board.id, at]);
    await place(boards[2], 1);
    await place(boards[0], 2);
    await place(boards[1], 2);
    expect(await names(viewers.C)).toEqual(["Bugs", "Ideas", "Team only"]);
  });

  test("order indexes for visitors have no gap where a private board is", async () => {
    const { viewers, boards } = await scene();
    await portal.sql("update board set order_index = 5 where id = $1", [boards[1].id]);
    await portal.sql("update board set order_index = 6 where id = $1", [boards[2].id]);
    await portal.sql("update board set order_index = 4 where id = $1", [boards[0].id]);
    const places = async (visitor: Visitor) =>
      (await visitor.get("/api/boards")).body.map(
        ({ orderIndex }: { orderIndex: number }) => orderIndex,
      );
    for (const key of ["A", "U", "P", "V"] as const)
      expect([key, await places(viewers[key])]).toEqual([key, [0, 1]]);
    for (const key of ["C", "T", "W"] as const)
      expect([key, await places(viewers[key])]).toEqual([key, [4, 5, 6]]);
  });

  test("a listed board has the fields of the contract", async () => {
    const { viewers, company, boards } = await scene();
    await portal.item(boards[0]);
    await portal.item(boards[0], { status: "complete" });
    await portal.item(boards[1]);
    const { body } = await viewers.A.get("/api/boards");
    expect(body[0]).toEqual({
      id: boards[0].id,
      name: "Ideas",
      slug: boards[0].slug,
      description: "A board",
      companyId: company.id,
      orderIndex: expect.any(Number),
      isPrivate: false,
      feedbackCount: 2,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(body[1]).toMatchObject({ name: "Bugs", feedbackCount: 0 });
  });
});
