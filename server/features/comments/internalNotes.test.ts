import { beforeAll, expect, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const NOTE = { content: "They will leave without it", isInternal: true };

/**
 * Creates a customer's item with one public comment by the customer. The customer is notified of
 * comments by the team.
 */
async function scene() {
  const cast = await newCast(portal);
  const item = await portal.item(await portal.board(cast.company), { userId: cast.user.id });
  const path = `/api/feedback/${String(item.id)}`;
  await cast.viewers.U.post(`${path}/comments`, { content: "Please" });
  return { ...cast, item, path, comments: `${path}/comments` };
}

test("only admins of the company and super admins can read an internal note, and the public count does not include the note", async () => {
  const { viewers, comments, path } = await scene();
  const added = await viewers.C.post(comments, NOTE);
  expect([added.status, added.body.visibility]).toEqual([201, "internal"]);
  const contentsFor = async (key: "A" | "U" | "V" | "C" | "T") => {
    const { body, headers } = await viewers[key].get(comments);
    const contents = body.map(({ content }: { content: string }) => content);
    return [contents, headers["x-total-count"]];
  };
  for (const key of ["C", "T"] as const)
    expect(await contentsFor(key)).toEqual([["Please", NOTE.content], "2"]);
  for (const key of ["A", "U", "V"] as const)
    expect(await contentsFor(key)).toEqual([["Please"], "1"]);
  for (const key of ["A", "C"] as const)
    expect((await viewers[key].get(path)).body.commentsCount).toBe(1);
  const { text: csv } = await viewers.C.get("/api/feedback.csv");
  const [names, values] = csv.split("\r\n").map((line) => line.split(","));
  expect(values?.[names?.indexOf('"Comments"') ?? -1]).toBe("1");
});

test("an internal note notifies nobody and leaves the item unanswered", async () => {
  const { viewers, comments, company, item } = await scene();
  const colleague = await portal.user("company_admin", company);
  const notified = async () => {
    await runJobs(portal);
    return portal.sql("select user_id from notification where company_id = $1", [company.id]);
  };
  const before = await notified();
  expect(before).toContainEqual({ user_id: String(colleague.id) });
  await viewers.C.post(comments, NOTE);
  expect(await notified()).toEqual(before);
  const unanswered = await viewers.C.get("/api/feedback?unanswered=true");
  expect(unanswered.body).toMatchObject([{ id: item.id }]);
});

test("customers can neither write nor delete internal notes, and a demoted admin can no longer read them", async () => {
  const { viewers, comments, admin } = await scene();
  expect((await viewers.U.post(comments, NOTE)).status).toBe(403);
  const { body: note } = await viewers.C.post(comments, NOTE);
  const { id } = note;
  expect((await viewers.U.delete(`${comments}/${String(id)}`)).status).toBe(404);
  await portal.sql("update user_account set role = 'user' where id = $1", [admin.id]);
  expect((await viewers.C.get(comments)).body).toHaveLength(1);
  expect((await viewers.C.delete(`${comments}/${String(id)}`)).status).toBe(404);
  expect((await viewers.C.get("/api/feedback?mine=commented")).body).toEqual([]);
});

test("a super admin can delete an admin's note, the deletion is audited, and the public count does not change", async () => {
  const { viewers, comments, company, path } = await scene();
  const { body: note } = await viewers.C.post(comments, NOTE);
  expect((await viewers.T.delete(`${comments}/${String(note.id)}`)).status).toBe(204);
  expect((await viewers.C.get(comments)).headers["x-total-count"]).toBe("1");
  expect((await viewers.C.get(path)).body.commentsCount).toBe(1);
  expect(await auditOf(portal, company)).toMatchObject([{ action: "comment.delete" }]);
});
