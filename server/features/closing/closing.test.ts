import { beforeAll, describe, expect, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { commitWhenBlocked } from "#server/checks/fixtures/openTransaction.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import type { Reply, TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

async function scene() {
  const company = await portal.company();
  const board = await portal.board(company);
  const cast = await castOf(portal, company);
  const item = await portal.item(board, { title: "Dark mode", userId: cast.user.id });
  const path = `/api/feedback/${String(item.id)}`;
  return { ...cast, company, board, item, path };
}

const WONT_DO = { reason: "wont_do", note: "It would slow the app down." };

describe("closing an item", () => {
  test("a closed item shows the reason and note of its closing, and keeps its status", async () => {
    const { viewers, path } = await scene();
    await viewers.C.patch(path, { status: "planned" });
    const { status, body } = await viewers.C.post(`${path}/close`, WONT_DO);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: "closed",
      closeReason: "wont_do",
      closeNote: "It would slow the app down.",
      closedAt: expect.any(String),
      status: "planned",
    });
    expect((await viewers.A.get(path)).body).toMatchObject({ state: "closed", author: {} });
  });

  test("lists and searches omit closed items by default, and state=closed restricts them to closed items", async () => {
    const { viewers, board, item, path } = await scene();
    const open = await portal.item(board, { title: "Dark icons" });
    await viewers.C.post(`${path}/close`, WONT_DO);
    const listed = async (query: string) => {
      const { body, headers } = await viewers.A.get(`/api/feedback?${query}`);
      return [body.map(({ id }: { id: number }) => id), headers["x-total-count"]];
    };
    expect(await listed("")).toEqual([[open.id], "1"]);
    expect(await listed("search=dark")).toEqual([[open.id], "1"]);
    expect(await listed("state=closed")).toEqual([[item.id], "1"]);
    expect(await listed("state=closed&search=dark")).toEqual([[item.id], "1"]);
    expect(await listed("state=closed&search=icons")).toEqual([[], "0"]);
    expect(await listed("state=closed&status=complete")).toEqual([[], "0"]);
    const boards = (await viewers.A.get("/api/boards")).body;
    expect(boards).toMatchObject([{ id: board.id, feedbackCount: 1 }]);
  });

  test("a user's list of submitted items contains closed items", async () => {
    const { viewers, item, path } = await scene();
    await viewers.C.post(`${path}/close`, WONT_DO);
    expect((await viewers.U.get("/api/feedback?mine=submitted")).body).toMatchObject([
      { id: item.id, state: "closed" },
    ]);
  });

  test("a closed item accepts comments but no votes", async () => {
    const { viewers, path } = await scene();
    await viewers.V.post(`${path}/vote`);
    await viewers.C.post(`${path}/close`, WONT_DO);
    for (const viewer of [viewers.U, viewers.V]) {
      const { status, body } = await viewer.post(`${path}/vote`);
      expect([status, body.message]).toEqual([409, "This item is closed"]);
    }
    expect((await viewers.U.get(path)).body).toMatchObject({ votes: 1, hasVoted: false });
    expect((await viewers.U.post(`${path}/comments`, { content: "Why?" })).status).toBe(201);
  });

  test("a vote that waits for a transaction that closes the item is refused and not counted", async () => {
    const { viewers, item, path } = await scene();
    const closing = {
      text: "update feedback_item set state = 'closed', closed_at = now(), close_reason = 'other' where id = $1",
      values: [item.id],
      waiting: 1,
    };
    const vote = await commitWhenBlocked(portal, closing, () => viewers.U.post(`${path}/vote`));
    expect(vote.status).toBe(409);
    expect((await viewers.U.get(path)).body).toMatchObject({ votes: 0, hasVoted: false });
  });

  test("closing a closed item again changes nothing if the reason is the same, and is refused if the reason differs", async () => {
    const { viewers, company, admin, path } = await scene();
    const first = await viewers.C.post(`${path}/close`, WONT_DO);
    expect((await viewers.C.post(`${path}/close`, WONT_DO)).body).toEqual({
      ...first.body,
      undoToken: null,
    });
    expect((await viewers.C.post(`${path}/close`, { reason: "other" })).status).toBe(409);
    expect(await auditOf(portal, company)).toEqual([
      { actor: admin.username, action: "feedback.close", subject: "Dark mode", details: WONT_DO },
    ]);
  });

  test("an unknown reason and a note of 1,001 characters are refused with errors for their fields", async () => {
    const { viewers, path } = await scene();
    const unknown = await viewers.C.post(`${path}/close`, { reason: "never" });
    expect([unknown.status, unknown.body.errors]).toEqual([400, { reason: ["Unknown reason"] }]);
    const long = await viewers.C.post(`${path}/close`, { ...WONT_DO, note: "x".repeat(1001) });
    expect([long.status, Object.keys(long.body.errors)]).toEqual([400, ["note"]]);
    expect((await viewers.C.get(path)).body).toMatchObject({ state: "open" });
  });
});

describe("reopening an item", () => {
  test("a reopened item is in the default list and accepts votes again", async () => {
    const { viewers, item, path } = await scene();
    await viewers.C.post(`${path}/close`, WONT_DO);
    const { status, body } = await viewers.C.post(`${path}/reopen`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: "open", closedAt: null, closeReason: null });
    expect((await viewers.A.get("/api/feedback?search=dark")).body).toMatchObject([
      { id: item.id },
    ]);
    expect((await viewers.U.post(`${path}/vote`)).status).toBe(200);
  });

  test("reopening an open item changes nothing and adds no entry to the audit log", async () => {
    const { viewers, company, path } = await scene();
    expect((await viewers.C.post(`${path}/reopen`)).body).toMatchObject({ state: "open" });
    expect(await auditOf(portal, company)).toEqual([]);
  });
});

describe("closing and reopening several items", () => {
  async function several() {
    const { board, ...rest } = await scene();
    const { user, viewers } = rest;
    const ids: number[] = [];
    for (const title of ["One", "Two", "Three"])
      ids.push((await portal.item(board, { title, userId: user.id })).id);
    const close = () => viewers.C.post("/api/feedback/close", { ids, ...WONT_DO });
    const undo = ({ body }: Reply) =>
      viewers.C.post(`/api/undo/${(body as { undoToken: string }).undoToken}`);
    const path = (index: number) => `/api/feedback/${String(ids[index])}`;
    const stored = (columns: string) =>
      portal.sql(`select ${columns} from feedback_item where id = any ($1) order by id`, [ids]);
    const bell = () =>
      portal.sql("select mail_pace from notification where user_id = $1", [user.id]);
    return { ...rest, ids, close, undo, path, stored, bell };
  }

  test("a bulk closing closes open items with one reason and note, leaves a closed item unchanged, and schedules the notifications for a digest", async () => {
    const { ids, close, stored, bell, viewers, company } = await several();
    await viewers.C.post(`/api/feedback/${String(ids[1])}/close`, { reason: "duplicate" });
    const { status, body } = await close();
    expect([status, body.results]).toEqual([
      200,
      ids.map((id, index) => ({ id, changed: index !== 1 })),
    ]);
    expect(await stored("state, close_reason")).toEqual([
      { state: "closed", close_reason: "wont_do" },
      { state: "closed", close_reason: "duplicate" },
      { state: "closed", close_reason: "wont_do" },
    ]);
    await runJobs(portal);
    // The notifications of a bulk change are sent in a digest.
    expect(await bell()).toEqual([
      { mail_pace: "immediate" },
      { mail_pace: "daily" },
      { mail_pace: "daily" },
    ]);
    const entries = await auditOf(portal, company);
    expect(entries.map(({ details }) => details)).toContainEqual(WONT_DO);
  });

  test("undoing a closing restores the items' previous state and deletes the notifications of their closing", async () => {
    const { ids, close, undo, path, stored, bell, viewers } = await several();
    await viewers.T.post(`${path(2)}/comments`, { content: "We look at it" });
    await runJobs(portal);
    const before = await bell();
    const closed = await close();
    await runJobs(portal);
    expect(await bell()).toHaveLength(before.length + 3);
    expect((await undo(closed)).body).toEqual({ restored: ids.length, notRestored: [] });
    expect(await stored("state, close_note, is_answered")).toEqual([
      { state: "open", close_note: null, is_answered: false },
      { state: "open", close_note: null, is_answered: false },
      { state: "open", close_note: null, is_answered: true },
    ]);
    expect(await bell()).toEqual(before);
  });

  test("an item stays answered after the undo of its closing if the team has publicly commented or changed the status since", async () => {
    const { close, undo, path, stored, viewers } = await several();
    const closed = await close();
    await viewers.T.post(`${path(0)}/comments`, { content: "We look at it again" });
    await viewers.T.patch(path(1), { status: "planned" });
    await viewers.U.post(`${path(2)}/comments`, { content: "Why?" });
    await undo(closed);
    expect(await stored("is_answered")).toEqual([
      { is_answered: true },
      { is_answered: true },
      { is_answered: false },
    ]);
  });

  test("an admin who reopens what another admin has closed leaves the other admin's notifications", async () => {
    const { close, path, stored, bell, viewers } = await several();
    await close();
    await runJobs(portal);
    const before = await bell();
    expect(before).toHaveLength(3);
    for (const index of [0, 1, 2]) await viewers.T.post(`${path(index)}/reopen`);
    expect(await bell()).toEqual(before);
    expect(await stored("state, is_answered")).toEqual(
      [0, 1, 2].map(() => ({ state: "open", is_answered: true })),
    );
  });

  test("the undo of a closing leaves items that another admin has reopened, also if they were closed again in the same way", async () => {
    const { ids, close, undo, path, stored, viewers } = await several();
    const closed = await close();
    await viewers.T.post(`${path(0)}/reopen`);
    await viewers.T.post(`${path(1)}/reopen`);
    await viewers.T.post(`${path(1)}/close`, WONT_DO);
    const changed = { commentId: null, field: null, reason: "changed" };
    expect((await undo(closed)).body).toEqual({
      restored: 1,
      notRestored: [
        { feedbackId: ids[0], ...changed },
        { feedbackId: ids[1], ...changed },
      ],
    });
    expect(await stored("state")).toEqual([
      { state: "open" },
      { state: "closed" },
      { state: "open" },
    ]);
  });

  test("undoing a reopening closes the item as it was closed before and notifies nobody, and offers nothing for an open item", async () => {
    const { close, undo, path, bell, viewers, company } = await several();
    await close();
    await runJobs(portal);
    const before = (await viewers.C.get(path(0))).body;
    const told = await bell();
    const reopened = await viewers.T.post(`${path(0)}/reopen`);
    const { undoToken } = reopened.body as { undoToken: string };
    expect((await viewers.T.post(`${path(0)}/reopen`)).body).toMatchObject({ undoToken: null });
    expect((await viewers.T.post(`/api/undo/${undoToken}`)).body).toMatchObject({ restored: 1 });
    expect((await viewers.C.get(path(0))).body).toEqual(before);
    await runJobs(portal);
    expect(await bell()).toEqual(told);
    const entries = await auditOf(portal, company);
    expect(entries.filter(({ action }) => action === "feedback.close")).toHaveLength(4);
    const again = await viewers.C.post(`${path(1)}/reopen`);
    await viewers.T.post(`${path(1)}/close`, { reason: "other" });
    expect((await undo(again)).body).toMatchObject({ restored: 0 });
    expect((await viewers.C.get(path(1))).body).toMatchObject({ closeReason: "other" });
  });

  test("no item is closed if one of the items belongs to another company, is merged or waits for approval", async () => {
    const { ids, stored, other, viewers } = await several();
    const foreign = await portal.item(await portal.board(other));
    const close = (id: number | undefined) =>
      viewers.C.post("/api/feedback/close", { ids: [ids[0], id], reason: "other" });
    expect((await close(foreign.id)).status).toBe(404);
    await viewers.C.post(`/api/feedback/${String(ids[1])}/merge`, { targetId: ids[0] });
    expect((await close(ids[1])).body.message).toBe("This item was merged into another one");
    await portal.sql(
      "update feedback_item set is_pending = true, state = 'pending' where id = $1",
      [ids[2]],
    );
    expect((await close(ids[2])).body.message).toBe("This item is waiting for approval");
    expect(await stored("state")).toMatchObject([{ state: "open" }, {}, {}]);
  });
});
