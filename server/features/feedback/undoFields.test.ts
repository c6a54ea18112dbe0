import { beforeAll, describe, expect, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene(count = 3) {
  const cast = await newCast(portal);
  const { company, viewers, user } = cast;
  const board = await portal.board(company);
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1)
    ids.push((await portal.item(board, { userId: user.id })).id);
  const path = (index: number) => `/api/feedback/${String(ids[index])}`;
  const change = (changes: object, of: number[] = ids) =>
    viewers.C.post("/api/feedback/bulk", { ids: of, changes });
  const undo = ({ body }: Reply) =>
    viewers.C.post(`/api/undo/${(body as { undoToken: string }).undoToken}`);
  const columns = (names: string) =>
    portal.sql(`select ${names} from feedback_item where id = any ($1) order by id`, [ids]);
  return { ...cast, board, ids, path, change, undo, columns };
}

const everything = (restored: number) => ({ restored, notRestored: [] });
const notRestored = (feedbackId: number | undefined, field: string | null, reason: string) => ({
  feedbackId,
  commentId: null,
  field,
  reason,
});

describe("undoing a change of status", () => {
  test("restores the status and deletes the change from the history and from the notifications", async () => {
    const { change, undo, ids, path, user, viewers, columns } = await scene();
    const changed = await change({ status: "complete" });
    await runJobs(portal);
    const told = "select from notification where user_id = $1";
    expect(await portal.sql(told, [user.id])).toHaveLength(3);
    const reply = await undo(changed);
    expect([reply.status, reply.body]).toEqual([200, everything(3)]);
    expect(await columns("status")).toEqual(ids.map(() => ({ status: "new" })));
    expect(await portal.sql(told, [user.id])).toEqual([]);
    expect((await viewers.C.get(`${path(0)}/history`)).body).toEqual([]);
    expect((await viewers.C.get("/api/feedback?unanswered=true")).body).toHaveLength(3);
  });

  test("an item stays answered if the team has publicly commented on it or closed it since", async () => {
    const { change, undo, path, viewers, columns } = await scene(4);
    const changed = await change({ status: "planned" });
    await viewers.T.post(`${path(0)}/comments`, { content: "We have planned it" });
    await viewers.C.post(`${path(1)}/comments`, { content: "Really?", isInternal: true });
    await viewers.U.post(`${path(2)}/comments`, { content: "Great!" });
    await viewers.C.post(`${path(3)}/close`, { reason: "other" });
    expect((await undo(changed)).body).toEqual(everything(4));
    expect(await columns("is_answered")).toEqual([
      { is_answered: true },
      { is_answered: false },
      { is_answered: false },
      { is_answered: true },
    ]);
  });

  test("nobody is notified if the undo comes before the notifying job", async () => {
    const { change, undo, user } = await scene();
    await undo(await change({ status: "complete" }));
    await runJobs(portal);
    expect(await portal.sql("select from notification where user_id = $1", [user.id])).toEqual([]);
  });

  test("a status that another admin has set since, also to the same value, and one about which a mail was created stay", async () => {
    const { change, undo, ids, path, viewers, columns } = await scene(4);
    const changed = await change({ status: "planned" });
    await runJobs(portal);
    await viewers.T.patch(path(0), { status: "complete" });
    await viewers.T.patch(path(1), { status: "new" });
    await viewers.T.patch(path(1), { status: "planned" });
    await portal.sql("update notification set mail = 'mailed' where feedback_id = $1", [ids[2]]);
    expect((await undo(changed)).body).toEqual({
      restored: 1,
      notRestored: [
        notRestored(ids[0], "status", "changed"),
        notRestored(ids[1], "status", "changed"),
        notRestored(ids[2], "status", "reacted"),
      ],
    });
    expect(await columns("status")).toEqual([
      { status: "complete" },
      { status: "planned" },
      { status: "planned" },
      { status: "new" },
    ]);
  });
});

describe("undoing changes of other fields", () => {
  test("restores the values that each item had, and records the changes", async () => {
    const { change, undo, ids, path, company, viewers, admin, board, columns } = await scene(2);
    const [other, topic] = [await portal.board(company), await portal.category(company)];
    await viewers.C.patch(path(1), { category: "bug", boardCategoryId: topic.id });
    const names = "board_id, category, status, board_category_id, assignee_id";
    const before = await columns(names);
    const changed = await change({
      boardId: other.id,
      category: "improvement",
      boardCategoryId: null,
      assigneeId: admin.id,
      status: "planned",
    });
    const reply = await undo(changed);
    expect([reply.status, reply.body]).toEqual([200, everything(2)]);
    expect(await columns(names)).toEqual(before);
    const [, entry] = (await auditOf(portal, company)).toReversed();
    expect(entry).toMatchObject({
      action: "feedback.update",
      details: { category: { from: "improvement", to: "feature" }, board: { to: board.name } },
    });
    expect(await portal.sql("select from status_change where feedback_id = $1", [ids[0]])).toEqual(
      [],
    );
  });

  test("a change of a single item can be undone, and its title stays", async () => {
    const { undo, path, viewers } = await scene(1);
    const changed = await viewers.C.patch(path(0), { title: "Retitled", category: "bug" });
    expect((await undo(changed)).body).toEqual(everything(1));
    const { body } = await viewers.C.get(path(0));
    expect(body).toMatchObject({ title: "Retitled", category: "feature" });
  });

  test("a change of the title, a change by the author and a change to the same values offer no undo", async () => {
    const { path, viewers, change } = await scene(1);
    for (const { body } of [
      await viewers.C.patch(path(0), { title: "Retitled" }),
      await viewers.U.patch(path(0), { title: "Retitled again" }),
      await viewers.C.patch(path(0), { category: "feature" }),
      await change({ category: "feature" }),
    ])
      expect(body).toMatchObject({ undoToken: null });
    expect((await change({ delete: true })).body).toMatchObject({ undoToken: null });
  });

  test.each(["boardId", "category", "boardCategoryId", "assigneeId"])(
    "a %s that another admin has changed since stays",
    async (field) => {
      const { change, undo, ids, path, company, viewers, admin } = await scene(2);
      const colleague = await portal.user("company_admin", company);
      const [first, second] = [await portal.board(company), await portal.board(company)];
      const [topic, another] = [await portal.category(company), await portal.category(company)];
      const [mine, theirs] =
        {
          boardId: [first.id, second.id],
          category: ["bug", "improvement"],
          boardCategoryId: [topic.id, another.id],
          assigneeId: [admin.id, colleague.id],
        }[field] ?? [];
      const changed = await change({ [field]: mine });
      await viewers.T.patch(path(0), { [field]: theirs });
      expect((await undo(changed)).body).toEqual({
        restored: 1,
        notRestored: [notRestored(ids[0], field, "changed")],
      });
      expect((await viewers.C.get(path(0))).body).toMatchObject({ [field]: theirs });
    },
  );

  test("an item whose former assignee is no longer an admin is unassigned, and the response says so", async () => {
    const { change, undo, ids, admin, company, columns } = await scene(1);
    const former = await portal.user("company_admin", company);
    await change({ assigneeId: former.id });
    const changed = await change({ assigneeId: admin.id });
    await portal.sql("update user_account set is_active = false where id = $1", [former.id]);
    expect((await undo(changed)).body).toEqual({
      restored: 1,
      notRestored: [notRestored(ids[0], "assigneeId", "unassigned")],
    });
    expect(await columns("assignee_id")).toEqual([{ assignee_id: null }]);
  });

  test("an item stays if its former board or topic was deleted, and the other items are restored", async () => {
    const { change, undo, ids, path, company, board, viewers, columns } = await scene(2);
    const [gone, target] = [await portal.board(company), await portal.board(company)];
    const topic = await portal.category(company);
    await viewers.C.patch(path(0), { boardId: gone.id, boardCategoryId: topic.id });
    const moved = await change({ boardId: target.id, boardCategoryId: null });
    await viewers.C.delete(`/api/boards/${String(gone.id)}`);
    await viewers.C.delete(`/api/categories/${String(topic.id)}`);
    expect((await undo(moved)).body).toEqual({
      restored: 1,
      notRestored: [
        notRestored(ids[0], "boardId", "target_deleted"),
        notRestored(ids[0], "boardCategoryId", "target_deleted"),
      ],
    });
    expect(await columns("board_id::integer")).toEqual([
      { board_id: target.id },
      { board_id: board.id },
    ]);
  });

  test("deleted and merged items are named, and the other items are restored", async () => {
    const { change, undo, ids, path, viewers, board } = await scene();
    const changed = await change({ category: "bug" });
    await viewers.C.delete(path(0));
    const { id: targetId } = await portal.item(board);
    await viewers.C.post(`${path(1)}/merge`, { targetId });
    expect((await undo(changed)).body).toEqual({
      restored: 1,
      notRestored: [notRestored(ids[0], null, "deleted"), notRestored(ids[1], null, "changed")],
    });
    expect((await viewers.C.get(path(2))).body).toMatchObject({ category: "feature" });
  });
});
