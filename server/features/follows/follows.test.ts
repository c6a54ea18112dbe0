import { beforeAll, describe, expect, test } from "vitest";
import { TEST_PASSWORD } from "#server/checks/fixtures/factories.ts";
import { itemScene } from "#server/checks/fixtures/itemScene.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/**
 * Creates an item and a signed-in customer, with short functions that send the requests of these
 * tests.
 */
async function scene() {
  const { path, ...made } = await itemScene(portal);
  const customer = portal.visitor(made.company.host, made.customer);
  return {
    ...made,
    path,
    customer,
    setLevel: (level: unknown) => customer.request("PUT", `${path}/follow`, { level }),
    comment: () => customer.post(`${path}/comments`, { content: "Me too" }),
    level: async () => ((await customer.get(path)).body as { follow: unknown }).follow,
    levelInList: async () =>
      ((await customer.get("/api/feedback")).body as { follow: unknown }[])[0]?.follow,
    rows: () => portal.sql("select level from follow where feedback_id = $1", [made.item.id]),
  };
}

describe("levels of following", () => {
  test("a user sets each level of following, and only this user's responses for the item and the list contain the level", async () => {
    const { setLevel, level, levelInList, company, path } = await scene();
    expect(await level()).toBeNull();
    expect(await levelInList()).toBeNull();
    const stranger = portal.visitor(company.host, await portal.user("user", company));
    for (const chosen of ["all", "status", "off"]) {
      expect(await setLevel(chosen)).toMatchObject({ status: 200, body: { level: chosen } });
      expect([await level(), await levelInList()]).toEqual([chosen, chosen]);
      for (const other of [stranger, portal.visitor(company.host)])
        expect((await other.get(path)).body).toMatchObject({ follow: null });
    }
    expect((await portal.visitor(company.host).get("/api/feedback")).body).toMatchObject([
      { follow: null },
    ]);
  });

  test.each(["loud", "", null, 1, undefined])(
    "the unknown level %j of following is refused with an error for the field and is not stored",
    async (level) => {
      const { setLevel, rows } = await scene();
      expect(await setLevel(level)).toMatchObject({
        status: 400,
        body: { errors: { level: ["level must be all, status or off"] } },
      });
      expect(await rows()).toEqual([]);
    },
  );

  test("setting a level for a private item or another company's item gets the same response as for an unknown item, and stores no level", async () => {
    const { company, customer } = await scene();
    const hidden = await portal.item(await portal.board(company, { isPrivate: true }));
    const foreign = await portal.item(await portal.board(await portal.company()));
    const replies = await Promise.all(
      [hidden.id, foreign.id, 999_999_999, "x"].map((id) =>
        customer.request("PUT", `/api/feedback/${String(id)}/follow`, { level: "all" }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(
      await portal.sql("select 1 from follow where feedback_id = any ($1)", [
        [hidden.id, foreign.id],
      ]),
    ).toEqual([]);
  });

  test("a level of following is part of its owner's account data and is deleted with the account", async () => {
    const { setLevel, customer, item, company, rows } = await scene();
    await setLevel("status");
    const { follows } = (await customer.get("/api/user/data")).body as { follows: object[] };
    expect(follows).toMatchObject([
      { companyId: company.id, feedbackId: item.id, level: "status" },
    ]);
    const { status } = await customer.request("DELETE", "/api/user", { password: TEST_PASSWORD });
    expect(status).toBe(204);
    expect(await rows()).toEqual([]);
  });
});

describe("following without a chosen level", () => {
  test("an author without a stored level follows the item at the level all", async () => {
    const { customer, board, rows, item } = await scene();
    const submitted = await customer.post("/api/feedback", {
      title: "Title",
      description: "Description",
      boardId: board.id,
    });
    expect(submitted).toMatchObject({ status: 201, body: { follow: "all" } });
    const list = (await customer.get("/api/feedback?sort=date")).body;
    expect(list).toMatchObject([{ follow: "all" }, { id: item.id, follow: null }]);
    expect(await rows()).toEqual([]);
  });

  test("a voter without a stored level follows the item at the level status", async () => {
    const { customer, path, level, levelInList, rows } = await scene();
    await customer.post(`${path}/vote`);
    expect([await level(), await levelInList()]).toEqual(["status", "status"]);
    expect(await rows()).toEqual([]);
  });

  test("a voter who comments on an item follows the item at the level all", async () => {
    const { customer, path, comment, level } = await scene();
    await customer.post(`${path}/vote`);
    await comment();
    await comment();
    expect(await level()).toBe("all");
  });

  test.each(["status", "off"])(
    "a vote and a comment do not change the chosen level %s of following",
    async (chosen) => {
      const { customer, path, setLevel, comment, level } = await scene();
      await setLevel(chosen);
      await customer.post(`${path}/vote`);
      expect(await comment()).toMatchObject({ status: 201 });
      expect(await level()).toBe(chosen);
    },
  );

  test("an author who has chosen the level off still has the level off after voting", async () => {
    const { customer, board } = await scene();
    const submitted = await customer.post("/api/feedback", {
      title: "Title",
      description: "Description",
      boardId: board.id,
    });
    const path = `/api/feedback/${String((submitted.body as { id: number }).id)}`;
    await customer.request("PUT", `${path}/follow`, { level: "off" });
    await customer.post(`${path}/vote`);
    expect((await customer.get(path)).body).toMatchObject({ follow: "off", hasVoted: true });
  });
});
