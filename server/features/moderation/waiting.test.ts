import { beforeAll, describe, expect, test } from "vitest";
import type { ModerationLevel } from "#contract/moderation.ts";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import { readPages } from "#server/checks/fixtures/readPages.ts";
import { runJobs } from "#server/checks/fixtures/runJobs.ts";
import { shownPosts } from "#server/checks/fixtures/shownPosts.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.site({ allowPublicFeedback: true });
});

/**
 * Creates a company with this level of moderation. The company has one item, which has no author.
 */
async function scene(moderation: ModerationLevel = "newcomers") {
  const company = await portal.company();
  const board = await portal.board(company, { name: "Ideas" });
  const cast = await castOf(portal, company);
  const { viewers } = cast;
  const item = await portal.item(board, { title: "Light mode" });
  const comments = `/api/feedback/${String(item.id)}/comments`;
  const path = `/api/company/${String(company.id)}`;
  expect((await viewers.C.patch(path, { moderation })).body).toMatchObject({ moderation });
  const submit = async (visitor: Visitor, title = "Dark mode") => {
    const reply = await visitor.post("/api/feedback", {
      title,
      description: "Please",
      boardId: board.id,
    });
    expect(reply.status).toBe(201);
    const { id, state } = reply.body as { id: number; state: string };
    return { id, state, path: `/api/feedback/${String(id)}` };
  };
  const comment = async (visitor: Visitor, content = "Me too") => {
    const reply = await visitor.post(comments, { content });
    expect(reply.status).toBe(201);
    return reply.body as { id: number; visibility: string };
  };
  const decide = (verb: "approve" | "reject", posts: object) =>
    viewers.C.post(`/api/moderation/${verb}`, posts);
  return { ...cast, company, board, item, comments, submit, comment, decide };
}

describe("which posts wait for approval", () => {
  test.each([
    ["off", "open", "open", "open"],
    ["anonymous", "pending", "open", "open"],
    ["newcomers", "pending", "pending", "open"],
    ["all", "pending", "pending", "pending"],
  ] as const)(
    "with moderation '%s', an anonymous item is %s, a newcomer's item is %s and a known author's item is %s",
    async (level, anonymous, newcomer, known) => {
      const { viewers, user, board, submit, comment } = await scene(level);
      await portal.item(board, { userId: user.id });
      expect((await submit(viewers.A)).state).toBe(anonymous);
      expect((await submit(viewers.V)).state).toBe(newcomer);
      expect((await comment(viewers.V)).visibility).toBe(
        newcomer === "open" ? "public" : "pending",
      );
      expect((await submit(viewers.U)).state).toBe(known);
      for (const admin of [viewers.C, viewers.T]) expect((await submit(admin)).state).toBe("open");
    },
  );

  test("a newcomer's posts wait until one of the newcomer's comments is approved, even if another comment was rejected", async () => {
    const { viewers, submit, comment, decide } = await scene();
    const first = await comment(viewers.U);
    expect((await submit(viewers.U)).state).toBe("pending");
    await decide("reject", { commentId: first.id });
    const second = await comment(viewers.U);
    expect(second.visibility).toBe("pending");
    await decide("approve", { commentId: second.id });
    expect((await submit(viewers.U)).state).toBe("open");
    expect((await comment(viewers.U)).visibility).toBe("public");
  });
});

describe("a post that waits for approval", () => {
  test("only the author and the company's admins can read a waiting item, and searches, counts and the default list omit it", async () => {
    const { viewers, board, submit } = await scene();
    const { id, path } = await submit(viewers.U);
    for (const visitor of [viewers.A, viewers.V]) {
      for (const rest of ["", "/comments", "/history", "/similar", "/merged"])
        expect((await visitor.get(path + rest)).status).toBe(404);
    }
    for (const visitor of [viewers.U, viewers.C])
      expect((await visitor.get(path)).body).toMatchObject({ id, state: "pending" });
    for (const visitor of [viewers.A, viewers.U, viewers.C]) {
      for (const query of ["", "search=dark", "state=closed", "sort=date"]) {
        const { body, headers } = await visitor.get(`/api/feedback?${query}`);
        expect(body.map((listed: { id: number }) => listed.id)).not.toContain(id);
        expect(headers["x-total-count"]).toBe(query === "" || query === "sort=date" ? "1" : "0");
      }
      expect((await visitor.get("/api/boards")).body).toMatchObject([
        { id: board.id, feedbackCount: 1 },
      ]);
      expect((await visitor.get("/api/feedback/similar?title=Dark mode")).body).toEqual([]);
    }
    expect((await viewers.U.get("/api/feedback?mine=submitted")).body).toMatchObject([{ id }]);
  });

  test("a waiting item can be edited by its author, but votes, comments, merging, closing, bulk changes and changes of status are refused", async () => {
    const { viewers, item, submit } = await scene();
    const { id, path } = await submit(viewers.U);
    for (const call of [
      viewers.U.post(`${path}/vote`),
      viewers.U.post(`${path}/comments`, { content: "Well" }),
      viewers.C.post(`${path}/close`, { reason: "other" }),
      viewers.C.post(`${path}/reopen`),
      viewers.C.patch(path, { status: "planned" }),
      viewers.C.post("/api/feedback/bulk", { ids: [id, item.id], changes: { category: "bug" } }),
      viewers.C.post("/api/feedback/bulk", { ids: [id], changes: { delete: true } }),
    ]) {
      const { status, body } = await call;
      expect([status, body.message]).toEqual([409, "This item is waiting for approval"]);
    }
    const merged = await viewers.C.post(`${path}/merge`, { targetId: item.id });
    expect(merged.status).toBe(409);
    expect((await viewers.U.patch(path, { title: "Night mode" })).body).toMatchObject({
      title: "Night mode",
      state: "pending",
      status: "new",
    });
    expect((await viewers.C.get(`/api/feedback/${String(item.id)}`)).body.category).toBe("feature");
  });

  test("an approved item cannot be changed by its author where all posts need approval", async () => {
    const { viewers, submit, decide } = await scene("all");
    const { id, path } = await submit(viewers.U);
    await decide("approve", { feedbackId: id });
    const { status, body } = await viewers.U.patch(path, { title: "Cheap watches" });
    expect([status, body.message]).toEqual([
      409,
      "An approved item cannot be changed, because all posts need approval in this portal",
    ]);
    expect((await viewers.A.get(path)).body.title).toBe("Dark mode");
    expect((await viewers.C.patch(path, { title: "Night mode" })).status).toBe(200);
  });

  test("an item that its author has changed since an admin read it is not approved until the admin reads it again", async () => {
    const { viewers, submit, decide } = await scene();
    const { id: feedbackId, path } = await submit(viewers.U);
    const versionNow = async () => (await viewers.C.get("/api/moderation")).body[0].version;
    const version = await versionNow();
    await viewers.U.patch(path, { description: "Cheap watches" });
    expect(await decide("approve", { feedbackId, version })).toMatchObject({
      status: 409,
      body: {
        message: "The author has changed this post. Read it again before you approve it.",
      },
    });
    expect((await viewers.A.get(path)).status).toBe(404);
    const again = { feedbackId, version: await versionNow() };
    expect((await decide("approve", again)).status).toBe(200);
  });

  test("a waiting comment is listed and counted only for its author and the company's admins", async () => {
    const { viewers, item, comments, comment } = await scene();
    const { id } = await comment(viewers.U);
    const readers = { A: 0, V: 0, U: 1, C: 1 } as const;
    for (const [key, count] of Object.entries(readers)) {
      const { body, headers } = await viewers[key as keyof typeof readers].get(comments);
      expect([key, body.length, headers["x-total-count"]]).toEqual([key, count, String(count)]);
    }
    const read = await viewers.C.get(`/api/feedback/${String(item.id)}`);
    expect(read.body).toMatchObject({ commentsCount: 0 });
    expect((await viewers.V.delete(`${comments}/${String(id)}`)).status).toBe(404);
  });

  test("the response to an anonymous submission contains the waiting item, which the author cannot read later", async () => {
    const { viewers, submit } = await scene("anonymous");
    const { path } = await submit(viewers.A);
    expect((await viewers.A.get(path)).status).toBe(404);
    expect((await viewers.C.get("/api/moderation?suspected=true")).body).toMatchObject([
      { title: "Dark mode", commentId: null, author: null, isAuthorDeleted: false },
    ]);
  });
});

describe("the list of posts that wait for approval", () => {
  test("admins page through waiting items and comments, oldest first, and see how many wait", async () => {
    const { viewers, user, item, submit, comment } = await scene();
    const first = await submit(viewers.U, "First");
    const second = await comment(viewers.U, "Second");
    const third = await submit(viewers.V, "Third");
    const one = await viewers.C.get("/api/moderation?limit=2");
    const next = /<([^>]+)>; rel="next"/.exec(one.headers["link"] as string)?.[1] ?? "";
    const two = await viewers.C.get(next.slice(next.indexOf("/api")));
    expect([one.headers["x-total-count"], one.body, two.body]).toMatchObject([
      "3",
      [
        {
          feedbackId: first.id,
          commentId: null,
          title: "First",
          text: "Please",
          boardName: "Ideas",
          author: { id: user.id, username: user.username, isBlocked: false },
        },
        { feedbackId: item.id, commentId: second.id, title: "Light mode", text: "Second" },
      ],
      [{ feedbackId: third.id, title: "Third" }],
    ]);
    expect((await viewers.C.get("/api/moderation/count")).body).toEqual({
      pending: 3,
      suspected: 0,
      reported: 0,
    });
  });

  test("an approved item is listed with the date of its submission, and admins are notified of the item with the item's author as the actor", async () => {
    const { viewers, company, user, admin, submit, decide } = await scene();
    const colleague = portal.visitor(company.host, await portal.user("company_admin", company));
    const { id, path } = await submit(viewers.U);
    await portal.sql("update feedback_item set created_at = '2026-01-02T00:00:00Z' where id = $1", [
      id,
    ]);
    await runJobs(portal);
    expect((await colleague.get("/api/notifications")).body).toEqual([]);
    expect((await decide("approve", { feedbackId: id })).body).toMatchObject({ decided: 1 });
    expect((await viewers.A.get(path)).body).toMatchObject({
      state: "open",
      createdAt: "2026-01-02T00:00:00.000Z",
    });
    expect((await viewers.A.get("/api/feedback?search=dark")).body).toMatchObject([{ id }]);
    expect((await viewers.V.post(`${path}/vote`)).status).toBe(200);
    await runJobs(portal);
    expect((await colleague.get("/api/notifications")).body).toMatchObject([
      { kind: "item_submitted", feedbackId: id, actorName: user.fullName },
    ]);
    expect((await viewers.U.get("/api/notifications")).body).toEqual([]);
    expect(await auditOf(portal, company)).toContainEqual({
      actor: admin.username,
      action: "feedback.approve",
      subject: "Dark mode",
      details: { id },
    });
  });

  test("an approved comment is counted and notifies followers, who were not notified while it waited", async () => {
    const { viewers, company, user, stranger, item, comments, comment, decide } = await scene();
    const path = `/api/feedback/${String(item.id)}`;
    await viewers.V.request("PUT", `${path}/follow`, { level: "all" });
    const { id } = await comment(viewers.U);
    await runJobs(portal);
    expect((await viewers.V.get("/api/notifications")).body).toEqual([]);
    expect((await decide("approve", { commentId: id })).body).toMatchObject({ decided: 1 });
    expect((await viewers.A.get(path)).body).toMatchObject({ commentsCount: 1 });
    expect((await viewers.A.get(comments)).body).toMatchObject([{ id, visibility: "public" }]);
    await runJobs(portal);
    expect((await viewers.V.get("/api/notifications")).body).toMatchObject([
      { kind: "comment_added", excerpt: "Me too", actorName: user.fullName },
    ]);
    expect(stranger.id).not.toBe(user.id);
    expect(await auditOf(portal, company)).toMatchObject([
      { action: "company.update", details: { moderation: { to: "newcomers" } } },
      { action: "comment.approve", details: { id, author: user.username } },
    ]);
  });

  test("one request approves or rejects all shown posts of an account, and leaves the posts of other accounts waiting", async () => {
    const { viewers, user, stranger, item, submit, comment, decide } = await scene();
    const mine = [await submit(viewers.U), await submit(viewers.U)];
    await comment(viewers.U);
    await comment(viewers.U);
    const others = await submit(viewers.V);
    await comment(viewers.V);
    expect(
      (await decide("approve", await shownPosts(viewers.C, { userId: user.id }))).body,
    ).toMatchObject({ decided: 4 });
    for (const { path } of mine)
      expect((await viewers.A.get(path)).body).toMatchObject({ state: "open" });
    const read = await viewers.A.get(`/api/feedback/${String(item.id)}`);
    expect(read.body).toMatchObject({ commentsCount: 2 });
    expect(
      (await decide("reject", await shownPosts(viewers.C, { userId: stranger.id }))).body,
    ).toMatchObject({ decided: 2 });
    expect((await viewers.C.get(others.path)).status).toBe(404);
    expect((await viewers.C.get("/api/moderation")).body).toEqual([]);
  });

  test("posts that were added or changed after an admin has read the queue are neither approved nor rejected with those that the admin has read, and stay in the queue", async () => {
    for (const verb of ["approve", "reject"] as const) {
      const { viewers, user, submit, comment, decide } = await scene();
      const [read, edited] = [await submit(viewers.U, "Read"), await submit(viewers.U, "Edited")];
      await comment(viewers.U);
      const shown = await shownPosts(viewers.C, { userId: user.id });
      await viewers.U.patch(edited.path, { title: "Cheap watches" });
      const added = await submit(viewers.U, "Added");
      expect((await decide(verb, shown)).body).toEqual({
        decided: 2,
        changed: [{ feedbackId: edited.id, commentId: null }],
        undoToken: expect.any(String),
      });
      const waiting = (await viewers.C.get("/api/moderation")).body as { feedbackId: number }[];
      expect(waiting.map(({ feedbackId }) => feedbackId)).toEqual([edited.id, added.id]);
      expect((await viewers.A.get(read.path)).status).toBe(verb === "approve" ? 200 : 404);
      expect(await decide(verb, shown)).toMatchObject({
        status: 200,
        body: { decided: 0, changed: [{ feedbackId: edited.id }], undoToken: null },
      });
    }
  });

  test("the queue shows what a waiting answer answers", async () => {
    const { viewers, admin, item, comments, comment } = await scene();
    const { body: question } = await viewers.C.post(comments, {
      content: `Which **one**? ${"x".repeat(300)}`,
    });
    await viewers.U.post(comments, { content: "The second", answersId: question.id });
    await comment(viewers.U, "Me too");
    const { body } = await viewers.C.get("/api/moderation");
    expect(body).toMatchObject([
      {
        feedbackId: item.id,
        text: "The second",
        answers: { author: admin.fullName, text: expect.stringMatching(/^Which one\? x{189}$/) },
      },
      { text: "Me too", answers: null },
    ]);
  });

  test("the queue shows the whole text of a post and a hash of what it shows, and a page with long texts ends early", async () => {
    const { viewers, board } = await scene("all");
    const description = "<".repeat(9999) + "!";
    for (const title of ["One", "Two", "Three"])
      await viewers.U.post("/api/feedback", { title, description, boardId: board.id });
    const { items, totals } = await readPages<{ title: string; text: string; version: string }>(
      viewers.C,
      "/api/moderation?limit=20",
    );
    expect([totals, items.map(({ title }) => title)]).toEqual([
      [3, 3],
      ["One", "Two", "Three"],
    ]);
    expect(items.every(({ text }) => text === description)).toBe(true);
    expect(new Set(items.map(({ version }) => version)).size).toBe(3);
    for (const { version } of items) expect(version).toMatch(/^[0-9a-f]{64}$/);
  });

  test("a decision on a post that is not waiting for approval is refused and changes nothing", async () => {
    const { viewers, item, comments, submit, decide, other } = await scene();
    const { id } = await submit(viewers.U);
    const foreign = await portal.item(await portal.board(other));
    await portal.sql(
      "update feedback_item set is_pending = true, state = 'pending' where id = $1",
      [foreign.id],
    );
    const published = await portal.comment(item);
    for (const posts of [
      { feedbackId: item.id },
      { feedbackId: foreign.id },
      { feedbackId: 999_999_999 },
      { commentId: published.id },
      { posts: [{ feedbackId: item.id, version: "x" }] },
    ]) {
      for (const verb of ["approve", "reject"] as const) {
        const { status, body } = await decide(verb, posts);
        expect([status, body.message]).toEqual([404, "Nothing of this is waiting for approval"]);
      }
    }
    for (const posts of [
      {},
      { feedbackId: id, commentId: 1 },
      { feedbackId: "x" },
      { posts: [] },
      { posts: [{ feedbackId: id }] },
      { userId: 1 },
    ])
      expect((await decide("approve", posts)).status).toBe(400);
    expect((await viewers.A.get(comments)).body).toHaveLength(1);
    expect((await viewers.C.get("/api/moderation/count")).body).toEqual({
      pending: 1,
      suspected: 0,
      reported: 0,
    });
    const path = `/api/company/${String(other.id)}`;
    expect((await viewers.X.patch(path, { moderation: "some" })).status).toBe(400);
  });
});
