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

describe("the status history of an item", () => {
  test("status changes are listed oldest first with author and note for every viewer", async () => {
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

  test("the history names a super admin who changed the status", async () => {
    const { viewers, path } = await scene();
    await viewers.T.patch(path, { status: "planned" });
    const { body: me } = await viewers.T.get("/api/user");
    const { body } = await viewers.A.get(`${path}/history`);
    expect(body[0].user).toEqual({ fullName: me.fullName });
  });

  test("other changes and unchanged statuses are not in the history", async () => {
    const { viewers, path } = await scene();
    await viewers.C.patch(path, { title: "Another", category: "bug" });
    await viewers.C.patch(path, { status: "new", note: "Still new" });
    expect((await viewers.C.get(`${path}/history`)).body).toEqual([]);
  });

  test("a status change of a deleted account stays as that of a deleted user", async () => {
    const { viewers, admin, path } = await scene();
    await viewers.C.patch(path, { status: "planned" });
    await portal.sql("delete from user_account where id = $1", [admin.id]);
    expect((await viewers.A.get(`${path}/history`)).body).toMatchObject([
      { toStatus: "planned", user: { fullName: "Deleted user" } },
    ]);
  });

  test("ten concurrent changes of status form one chain that ends in the item's status", async () => {
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
});
