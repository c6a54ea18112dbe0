import { beforeAll, describe, expect, test } from "vitest";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const company = await portal.company();
  const cast = await castOf(portal, company);
  const item = await portal.item(await portal.board(company));
  return { ...cast, company, path: `/api/feedback/${String(item.id)}` };
}

describe("an item's history", () => {
  test("has each change of status, oldest first, with its author and note, for everyone to read", async () => {
    const { viewers, admin, path } = await scene();
    await viewers.C.patch(path, { status: "planned", note: "  For the spring  " });
    await viewers.T.patch(path, { status: "complete" });
    await viewers.C.patch(path, { status: "new", note: "" });
    const reply = await viewers.A.get(`${path}/history`);
    expect(reply.status).toBe(200);
    const author = { fullName: admin.fullName };
    expect(reply.body).toMatchObject([
      { fromStatus: "new", toStatus: "planned", note: "For the spring", user: author },
      { fromStatus: "planned", toStatus: "complete", note: null },
      { fromStatus: "complete", toStatus: "new", note: null, user: author },
    ]);
    for (const change of reply.body) {
      expect(Object.keys(change).toSorted()).toEqual([
        "createdAt",
        "fromStatus",
        "id",
        "note",
        "toStatus",
        "user",
      ]);
    }
  });

  test("names the super admin who changed it", async () => {
    const { viewers, path } = await scene();
    await viewers.T.patch(path, { status: "planned" });
    const { body: me } = await viewers.T.get("/api/user");
    const { body } = await viewers.A.get(`${path}/history`);
    expect(body[0].user).toEqual({ fullName: me.fullName });
  });

  test("has nothing of other changes, and nothing of a status that stays", async () => {
    const { viewers, path } = await scene();
    await viewers.C.patch(path, { title: "Another", category: "bug" });
    await viewers.C.patch(path, { status: "new", note: "Still new" });
    expect((await viewers.C.get(`${path}/history`)).body).toEqual([]);
  });

  test("keeps a change whose author is gone, without a name", async () => {
    const { viewers, admin, path } = await scene();
    await viewers.C.patch(path, { status: "planned" });
    await portal.sql("delete from user_account where id = $1", [admin.id]);
    expect((await viewers.A.get(`${path}/history`)).body).toMatchObject([
      { toStatus: "planned", user: null },
    ]);
  });

  test("of ten changes at once forms one chain that ends in the item's status", async () => {
    const { viewers, path } = await scene();
    const statuses = ["planned", "complete", "evaluating", "under_development", "new"];
    const replies = await Promise.all(
      [...statuses, ...statuses].map((status) => viewers.C.patch(path, { status })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const { body: changes } = await viewers.A.get(`${path}/history`);
    const { body: item } = await viewers.A.get(path);
    let status = "new";
    for (const { fromStatus, toStatus } of changes) {
      expect(fromStatus).toBe(status);
      status = toStatus;
    }
    expect(item.status).toBe(status);
  });

  test("of a private, foreign or unknown item is one and the same 404", async () => {
    const { viewers, company, other } = await scene();
    const hidden = await portal.item(await portal.board(company, { isPrivate: true }));
    const foreign = await portal.item(await portal.board(other));
    for (const id of [hidden.id, foreign.id, 999_999_999, "x"]) {
      const reply = await viewers.U.get(`/api/feedback/${String(id)}/history`);
      expect([id, reply.status, reply.text]).toEqual([
        id,
        404,
        '{"message":"Feedback item not found"}',
      ]);
    }
  });
});
