import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import type { ViewerKey } from "#server/checks/fixtures/viewers.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
beforeEach(async () => {
  await portal.sql("delete from throttle");
  await portal.site({ allowPublicFeedback: false });
});

async function scene() {
  const company = await portal.company();
  const board = await portal.board(company);
  const hidden = await portal.board(company, { isPrivate: true });
  const words = { title: "Dark mode", description: "For the night", boardId: board.id };
  return { ...(await castOf(portal, company)), company, board, hidden, words };
}

async function itemsOf(company: { id: number }): Promise<number> {
  return (await portal.sql("select 1 from feedback_item where company_id = $1", [company.id]))
    .length;
}

describe("submitting feedback", () => {
  test("a submission creates a new feature request of its author without votes", async () => {
    const { viewers, user, company, board, words } = await scene();
    const reply = await viewers.U.post("/api/feedback", words);
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.any(Number),
      title: "Dark mode",
      description: "For the night",
      descriptionFormat: "plain",
      excerpt: null,
      category: "feature",
      status: "new",
      boardId: board.id,
      boardCategoryId: null,
      companyId: company.id,
      userId: user.id,
      votes: 0,
      commentsCount: 0,
      isAuthorDeleted: false,
      hasVoted: false,
      follow: "all",
      state: "open",
      assigneeId: null,
      author: { fullName: user.fullName, username: user.username, pictureUrl: null },
      assignee: null,
      closedAt: null,
      closeReason: null,
      closeNote: null,
      closeNoteFormat: "plain",
      mergedIntoId: null,
      changelogEntry: null,
      unnamedVotes: null,
      isImported: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(Math.abs(Date.parse(reply.body.createdAt) - Date.now())).toBeLessThan(60_000);
    expect((await viewers.U.get(`/api/feedback/${String(reply.body.id)}`)).body).toEqual(
      reply.body,
    );
    expect((await viewers.A.get("/api/feedback")).body).toHaveLength(1);
  });

  test("a submission stores the chosen category and board category", async () => {
    const { viewers, company, words } = await scene();
    const label = await portal.category(company);
    const body = { ...words, category: "bug", boardCategoryId: label.id };
    expect((await viewers.U.post("/api/feedback", body)).body).toMatchObject({
      category: "bug",
      boardCategoryId: label.id,
    });
    expect((await viewers.U.post("/api/feedback", { ...body, boardCategoryId: null })).status).toBe(
      201,
    );
  });

  test("the status in a submission is used only if an admin submits the item", async () => {
    const { viewers, words } = await scene();
    const statusBy = async (key: ViewerKey) =>
      (await viewers[key].post("/api/feedback", { ...words, status: "planned" })).body.status;
    for (const key of ["U", "P", "V"] as const)
      expect([key, await statusBy(key)]).toEqual([key, "new"]);
    for (const key of ["C", "T", "W"] as const)
      expect([key, await statusBy(key)]).toEqual([key, "planned"]);
    expect((await viewers.C.post("/api/feedback", words)).body.status).toBe("new");
  });

  test("a submission with the id of a company other than the tenant is refused", async () => {
    const { viewers, company, other, words } = await scene();
    const fromProduct = await viewers.P.post("/api/feedback", { ...words, companyId: company.id });
    expect(fromProduct.body.companyId).toBe(company.id);
    for (const key of ["U", "P", "C", "T"] as const) {
      const reply = await viewers[key].post("/api/feedback", { ...words, companyId: other.id });
      expect([key, reply.status]).toEqual([key, 403]);
    }
    expect(await itemsOf(company)).toBe(1);
    expect(await itemsOf(other)).toBe(0);
  });

  test("a submission with another company's category gets the same 400 as one with an unknown category", async () => {
    const { viewers, other, company, words } = await scene();
    const foreign = await portal.category(other);
    for (const boardCategoryId of [foreign.id, 999_999_999]) {
      const reply = await viewers.U.post("/api/feedback", { ...words, boardCategoryId });
      expect(reply.status).toBe(400);
      expect(reply.body.errors).toEqual({ boardCategoryId: ["Unknown category"] });
    }
    expect(await itemsOf(company)).toBe(0);
  });

  test("id, author, votes and date in the body of a submission are ignored", async () => {
    const { viewers, user, admin, words } = await scene();
    const forged = {
      id: 1,
      userId: admin.id,
      votes: 99,
      commentsCount: 9,
      hasVoted: true,
      createdAt: "2001-01-01T00:00:00Z",
    };
    const { status, body } = await viewers.U.post("/api/feedback", { ...words, ...forged });
    expect(status).toBe(201);
    expect(body).toMatchObject({ userId: user.id, votes: 0, commentsCount: 0, hasVoted: false });
    expect(body.createdAt).not.toMatch(/^2001/);
  });

  test("texts of a submission are stored unchanged except for surrounding spaces", async () => {
    const { viewers, words } = await scene();
    const description = 'First line\nSecond <script>alert(1)</script> & "quotes" 漢字 🚀 \u202e';
    const { body } = await viewers.U.post("/api/feedback", {
      ...words,
      title: "  Dark mode\t",
      description: `\n${description}\n`,
    });
    expect(body).toMatchObject({ title: "Dark mode", description: description.trim() });
  });

  test("a submission with texts of the maximum length is accepted, even if JSON escapes every character", async () => {
    const { viewers, words } = await scene();
    const longest = { ...words, title: "ü".repeat(200), description: `a${"\u0007".repeat(9_999)}` };
    const reply = await viewers.U.post("/api/feedback", longest);
    expect(reply.status).toBe(201);
    expect(reply.body.description).toHaveLength(10_000);
    expect(
      (await viewers.U.post("/api/feedback", { ...words, description: "🚀".repeat(5000) })).status,
    ).toBe(201);
  });
});

describe("validation of a submission", () => {
  test.each([
    ["title", "Title is required", ["", "   ", "\n", undefined, null, 5, ["x"]]],
    ["title", "Title must be at most 200 characters", ["x".repeat(201)]],
    [
      "title",
      "Title contains characters that cannot be stored",
      ["a\u0000b", "\ud83d", "a\udc00b"],
    ],
    ["description", "Description is required", ["", " ", undefined, null, {}]],
    ["description", "Description must be at most 10000 characters", ["x".repeat(10_001)]],
    ["description", "Description contains characters that cannot be stored", ["\u0000", "x\ud800"]],
    ["category", "Unknown category", ["epic", "", "Feature", 1, null]],
    ["status", "Unknown status", ["open", "", 1, null]],
    ["boardId", "Must be a positive integer", [undefined, null, "1", 0, -1, 1.5, 1e15, true]],
    ["boardCategoryId", "Must be a positive integer", ["1", 0, -1, 1.5]],
    ["companyId", "Must be a positive integer", ["1", 0, null]],
  ])("a submission with an invalid %s is refused with '%s'", async (field, message, values) => {
    const { viewers, company, words } = await scene();
    for (const value of values) {
      const reply = await viewers.U.post("/api/feedback", { ...words, [field]: value });
      expect([value, reply.status]).toEqual([value, 400]);
      expect([value, reply.body.message, Object.keys(reply.body.errors)]).toEqual([
        value,
        message,
        [field],
      ]);
      expect(reply.body.errors[field]).toContain(message);
    }
    expect(await itemsOf(company)).toBe(0);
  });
});

describe("anonymous submissions", () => {
  test("an anonymous visitor cannot submit while public feedback is off", async () => {
    const { viewers, company, words } = await scene();
    expect(await viewers.A.post("/api/feedback", words)).toMatchObject({
      status: 401,
      text: '{"message":"Not signed in"}',
    });
    expect(await itemsOf(company)).toBe(0);
  });

  test("an anonymous submission has no author", async () => {
    await portal.site({ allowPublicFeedback: true });
    const { viewers, words } = await scene();
    const { status, body } = await viewers.A.post("/api/feedback", {
      ...words,
      status: "complete",
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ userId: null, status: "new", hasVoted: false });
    expect((await viewers.A.get(`/api/feedback/${String(body.id)}`)).body).toEqual(body);
  });

  test("an anonymous submission cannot be edited by another anonymous visitor", async () => {
    await portal.site({ allowPublicFeedback: true });
    const { viewers, words } = await scene();
    const { body } = await viewers.A.post("/api/feedback", words);
    expect(
      (await viewers.A.patch(`/api/feedback/${String(body.id)}`, { title: "Mine" })).status,
    ).toBe(401);
    expect(
      (await viewers.U.patch(`/api/feedback/${String(body.id)}`, { title: "Mine" })).status,
    ).toBe(403);
  });

  test("a client can send at most thirty anonymous submissions per hour, and accounts can still submit", async () => {
    await portal.site({ allowPublicFeedback: true });
    const { viewers, words } = await scene();
    for (let n = 0; n < 30; n += 1)
      expect((await viewers.A.post("/api/feedback", words)).status).toBe(201);
    const reply = await viewers.A.post("/api/feedback", words);
    expect(reply.status).toBe(429);
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(3500);
    expect((await viewers.U.post("/api/feedback", words)).status).toBe(201);
  });
});
