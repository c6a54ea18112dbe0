import { beforeAll, expect, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** Creates a company with an item by one of its customers. */
async function scene() {
  const company = await portal.company();
  const board = await portal.board(company);
  const cast = await castOf(portal, company);
  const item = await portal.item(board, { userId: cast.user.id });
  const blockOf = ({ id }: { id: number }) => `/api/blocked-accounts/${String(id)}`;
  return { ...cast, company, board, item, path: `/api/feedback/${String(item.id)}`, blockOf };
}

test("a blocked account can read, but cannot vote, submit, comment, follow, report or edit in the company that blocked the account", async () => {
  const { viewers, user, admin, company, board, item, path, blockOf } = await scene();
  const comment = (await viewers.U.post(`${path}/comments`, { content: "Please" })).body;
  const blocked = await viewers.C.request("PUT", blockOf(user), { rejectPending: false });
  expect([blocked.status, blocked.body]).toMatchObject([
    200,
    { id: user.id, username: user.username, blockedBy: admin.fullName },
  ]);
  const submission = { title: "Mine", description: "Please", boardId: board.id };
  for (const call of [
    viewers.U.post(`${path}/vote`),
    viewers.U.post("/api/feedback", submission),
    viewers.U.post(`${path}/comments`, { content: "Me too" }),
    viewers.U.request("PUT", `${path}/follow`, { level: "all" }),
    viewers.U.post(`${path}/reports`, { reason: "spam" }),
    viewers.U.patch(path, { title: "Changed" }),
    viewers.U.patch(`${path}/comments/${String(comment.id)}`, { content: "Changed" }),
  ]) {
    const { status, body } = await call;
    expect([status, body.message]).toEqual([403, "Your account is blocked in this portal"]);
  }
  expect((await viewers.U.get(path)).body).toMatchObject({ title: item.title, votes: 0 });
  const elsewhere = await portal.company();
  const open = await portal.item(await portal.board(elsewhere));
  const guest = portal.visitor(elsewhere.host, user);
  expect((await guest.post(`/api/feedback/${String(open.id)}/vote`)).status).toBe(200);

  expect((await viewers.C.get("/api/blocked-accounts")).body).toMatchObject([{ id: user.id }]);
  expect((await viewers.C.delete(blockOf(user))).status).toBe(204);
  expect((await viewers.C.delete(blockOf(user))).status).toBe(404);
  expect((await viewers.C.get("/api/blocked-accounts")).body).toEqual([]);
  expect((await viewers.U.post(`${path}/vote`)).status).toBe(200);
  expect(await auditOf(portal, company)).toMatchObject([
    { action: "account.block", subject: user.username },
    { action: "account.unblock", subject: user.username },
  ]);
});

test("a blocked account gets no notifications, and the admin who blocks it can also reject its waiting posts", async () => {
  const { viewers, user, company, path, blockOf } = await scene();
  await viewers.C.patch(`/api/company/${String(company.id)}`, { moderation: "all" });
  await viewers.U.post(`${path}/comments`, { content: "Buy this" });
  await viewers.C.request("PUT", blockOf(user), { rejectPending: true });
  expect((await viewers.C.get("/api/moderation")).body).toEqual([]);
  await viewers.C.patch(path, { status: "planned" });
  await runJobs(portal);
  expect((await viewers.U.get("/api/notifications")).body).toEqual([]);
});

test("neither an admin nor an account without any activity in the company can be blocked", async () => {
  const { viewers, admin, stranger, board, blockOf } = await scene();
  const superAdmin = await portal.user("super_admin");
  await portal.item(board, { userId: superAdmin.id });
  for (const account of [admin, superAdmin]) {
    const { status, body } = await viewers.C.request("PUT", blockOf(account), {});
    expect([status, body.message]).toEqual([409, "Admins cannot be blocked"]);
  }
  expect((await viewers.C.request("PUT", blockOf(stranger), {})).status).toBe(404);
});

test("an account of another company that has only voted or reported can be blocked and unblocked, and its e-mail address stays masked", async () => {
  const { viewers, stranger, company, path, blockOf } = await scene();
  const voter = await portal.user("user", await portal.company());
  await portal.visitor(company.host, voter).post(`${path}/vote`);
  await viewers.V.post(`${path}/reports`, { reason: "spam" });
  for (const guest of [voter, stranger]) {
    const { status, body } = await viewers.C.request("PUT", blockOf(guest), {});
    const masked = `${guest.username[0]}•••`;
    expect([status, body]).toMatchObject([200, { id: guest.id, username: masked }]);
    expect((await viewers.C.get("/api/blocked-accounts")).body).toMatchObject([{ id: guest.id }]);
    expect((await viewers.C.delete(blockOf(guest))).status).toBe(204);
  }
  const audited = JSON.stringify(await auditOf(portal, company));
  for (const guest of [voter, stranger]) expect(audited).not.toContain(guest.username);
});
