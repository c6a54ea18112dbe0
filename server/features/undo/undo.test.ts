import { beforeAll, expect, test } from "vitest";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** Creates an item with a changed status, and functions that undo the change and read the status. */
async function scene() {
  const cast = await newCast(portal);
  const { C } = cast.viewers;
  const { id } = await portal.item(await portal.board(cast.company));
  const path = `/api/feedback/${String(id)}`;
  const { undoToken } = (await C.patch(path, { status: "planned" })).body as { undoToken: string };
  const undoPath = `/api/undo/${undoToken}`;
  const status = async () => (await C.get(path)).body.status as string;
  return { ...cast, id, path, undoPath, status };
}

test("a change can be undone once", async () => {
  const { viewers, undoPath, status } = await scene();
  const undone = await viewers.C.post(undoPath);
  expect([undone.status, undone.body]).toEqual([200, { restored: 1, notRestored: [] }]);
  expect(await status()).toBe("new");
  expect((await viewers.C.post(undoPath)).status).toBe(404);
});

test("an unknown, used or expired token, one of another admin and one of another company get the same response", async () => {
  const { viewers, company, undoPath, status } = await scene();
  const used = await scene();
  await used.viewers.C.post(used.undoPath);
  const expired = await scene();
  await portal.sql(
    "update undo_entry set created_at = now() - interval '61 seconds' where company_id = $1",
    [expired.company.id],
  );
  const colleague = portal.visitor(company.host, await portal.user("company_admin", company));
  const replies = [
    await viewers.C.post(`/api/undo/${"x".repeat(43)}`),
    await viewers.C.post("/api/undo/unknown"),
    await used.viewers.C.post(used.undoPath),
    await expired.viewers.C.post(expired.undoPath),
    await colleague.post(undoPath),
    await viewers.T.post(undoPath),
    await viewers.X.post(undoPath),
    await used.viewers.C.post(undoPath),
  ];
  for (const { status: code, text } of replies)
    expect([code, text]).toEqual([404, '{"message":"This can no longer be undone"}']);
  expect([await status(), await expired.status()]).toEqual(["planned", "planned"]);
  expect((await viewers.C.post(undoPath)).status).toBe(200);
});

test("an admin who has become a customer cannot undo an earlier change", async () => {
  const { viewers, admin, undoPath, id } = await scene();
  await portal.sql("update user_account set role = 'user' where id = $1", [admin.id]);
  expect((await viewers.C.post(undoPath)).status).toBe(403);
  expect(await portal.sql("select status from feedback_item where id = $1", [id])).toEqual([
    { status: "planned" },
  ]);
});

test("of two simultaneous undos of a change, one succeeds", async () => {
  const { viewers, company, undoPath, status } = await scene();
  const lock = {
    text: "select from company where id = $1 for update",
    values: [company.id],
    waiting: 2,
  };
  const replies = await commitWhenBlocked(portal, lock, () =>
    Promise.all([viewers.C.post(undoPath), viewers.C.post(undoPath)]),
  );
  expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 404]);
  expect(await status()).toBe("new");
});

test("what is stored for an undo is deleted by the clean-up after a minute", async () => {
  const { company } = await scene();
  const stored = () =>
    portal.sql("select kind from undo_entry where company_id = $1", [company.id]);
  const cleanUp = async () => {
    await portal.sql("select graphile_worker.add_job('cleanUp')");
    await runJobs(portal);
  };
  await cleanUp();
  expect(await stored()).toEqual([{ kind: "fields" }]);
  await portal.sql(
    "update undo_entry set created_at = now() - interval '61 seconds' where company_id = $1",
    [company.id],
  );
  await cleanUp();
  expect(await stored()).toEqual([]);
});
