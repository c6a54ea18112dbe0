import { beforeAll, describe, expect, test } from "vitest";
import type { TestCompany } from "#server/testing/factories.ts";
import type { Reply, TestPortal, Visitor } from "#server/testing/testPortal.ts";
import { startTestPortal } from "#server/testing/testPortal.ts";
import type { Cast, ViewerKey } from "#server/testing/viewers.ts";
import { castOf } from "#server/testing/viewers.ts";

// DECISIONS "Who may call what", cell by cell. Columns as in `server/testing/viewers.ts`.
const COLUMNS: ViewerKey[] = ["N", "A", "U", "P", "C", "X", "V", "S", "T", "W"];

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

interface Scene extends Cast {
  company: TestCompany;
  publicBoard: { id: number };
  privateBoard: { id: number };
  /** A fresh item on each: calls that change or delete get one of their own. */
  publicItem(userId?: number): Promise<{ id: number }>;
  privateItem(): Promise<{ id: number }>;
}

async function scene(): Promise<Scene> {
  const company = await portal.company();
  const [publicBoard, privateBoard, cast] = await Promise.all([
    portal.board(company, { name: "Public" }),
    portal.board(company, { name: "Private", isPrivate: true }),
    castOf(portal, company),
  ]);
  return {
    ...cast,
    company,
    publicBoard,
    privateBoard,
    publicItem: (userId) => portal.item(publicBoard, userId === undefined ? {} : { userId }),
    privateItem: () => portal.item(privateBoard),
  };
}

type Call = (visitor: Visitor, scene: Scene) => Promise<Reply>;

async function statuses(call: Call): Promise<string> {
  const set = await scene();
  const found: number[] = [];
  for (const column of COLUMNS) found.push((await call(set.viewers[column], set)).status);
  return found.join(" ");
}

const item = async (made: Promise<{ id: number }>) => `/api/feedback/${String((await made).id)}`;
const submission = (board: { id: number }) => ({
  title: "Title",
  description: "Description",
  boardId: board.id,
});

const ROWS: [name: string, expected: string, call: Call][] = [
  //                          N   A   U   P   C   X   V   S   T   W
  ["GET user", "401 401 200 200 200 200 200 200 200 200", (v) => v.get("/api/user")],
  [
    "GET company/{A}",
    "401 200 200 200 200 404 200 200 200 200",
    (v, s) => v.get(`/api/company/${String(s.company.id)}`),
  ],
  ["GET site-settings", "200 200 200 200 200 200 200 200 200 200", (v) => v.get("/api/admin/site-settings")],
  ["GET landing-page", "200 200 200 200 200 200 200 200 200 200", (v) => v.get("/api/admin/landing-page")],
  ["GET faqs", "200 200 200 200 200 200 200 200 200 200", (v) => v.get("/api/admin/faqs")],
  ["GET announcements", "200 200 200 200 200 200 200 200 200 200", (v) => v.get("/api/admin/announcements")],
  ["GET boards", "401 200 200 200 200 200 200 200 200 200", (v) => v.get("/api/boards")],
  ["GET categories", "401 200 200 200 200 200 200 200 200 200", (v) => v.get("/api/categories")],
  ["GET feedback", "401 200 200 200 200 200 200 200 200 200", (v) => v.get("/api/feedback")],
  // A GET of it is a stream, which does not end.
  ["HEAD events", "401 200 200 200 200 200 200 200 200 200", (v) => v.head("/api/events")],
  [
    "GET a public board's feedback",
    "401 200 200 200 200 404 200 404 200 200",
    (v, s) => v.get(`/api/boards/${String(s.publicBoard.id)}/feedback`),
  ],
  [
    "GET a private board's feedback",
    "401 404 404 404 200 404 404 404 200 200",
    (v, s) => v.get(`/api/boards/${String(s.privateBoard.id)}/feedback`),
  ],
  [
    "GET a public item",
    "401 200 200 200 200 404 200 404 200 200",
    async (v, s) => v.get(await item(s.publicItem())),
  ],
  [
    "GET a private item",
    "401 404 404 404 200 404 404 404 200 200",
    async (v, s) => v.get(await item(s.privateItem())),
  ],
  [
    "GET a public item's comments",
    "401 200 200 200 200 404 200 404 200 200",
    async (v, s) => v.get(`${await item(s.publicItem())}/comments`),
  ],
  [
    "GET a private item's comments",
    "401 404 404 404 200 404 404 404 200 200",
    async (v, s) => v.get(`${await item(s.privateItem())}/comments`),
  ],
  [
    "GET a public item's history",
    "401 200 200 200 200 404 200 404 200 200",
    async (v, s) => v.get(`${await item(s.publicItem())}/history`),
  ],
  [
    "GET a private item's history",
    "401 404 404 404 200 404 404 404 200 200",
    async (v, s) => v.get(`${await item(s.privateItem())}/history`),
  ],
  [
    "POST feedback to a public board",
    "401 401 201 201 201 404 201 403 201 201",
    (v, s) => v.post("/api/feedback", submission(s.publicBoard)),
  ],
  [
    "POST feedback to a private board",
    "401 401 404 404 201 404 404 403 201 201",
    (v, s) => v.post("/api/feedback", submission(s.privateBoard)),
  ],
  [
    "POST feedback with A's companyId",
    "401 401 201 201 201 403 201 403 201 201",
    (v, s) => v.post("/api/feedback", { ...submission(s.publicBoard), companyId: s.company.id }),
  ],
  [
    "POST a vote on a public item",
    "401 401 200 200 200 404 200 404 200 200",
    async (v, s) => v.post(`${await item(s.publicItem())}/vote`),
  ],
  [
    "POST a vote on a private item",
    "401 401 404 404 200 404 404 404 200 200",
    async (v, s) => v.post(`${await item(s.privateItem())}/vote`),
  ],
  [
    "POST a comment on a public item",
    "401 401 201 201 201 404 201 404 201 201",
    async (v, s) => v.post(`${await item(s.publicItem())}/comments`, { content: "Well" }),
  ],
  [
    "POST a comment on a private item",
    "401 401 404 404 201 404 404 404 201 201",
    async (v, s) => v.post(`${await item(s.privateItem())}/comments`, { content: "Well" }),
  ],
  [
    "PATCH someone's public item",
    "401 401 403 403 200 404 403 404 200 200",
    async (v, s) => v.patch(await item(s.publicItem()), { title: "Changed" }),
  ],
  [
    "PATCH the user's own new item",
    "401 401 200 200 200 404 403 404 200 200",
    async (v, s) => v.patch(await item(s.publicItem(s.user.id)), { title: "Changed" }),
  ],
  [
    "PATCH a private item",
    "401 401 404 404 200 404 404 404 200 200",
    async (v, s) => v.patch(await item(s.privateItem()), { title: "Changed" }),
  ],
  [
    "DELETE a public item",
    "401 401 403 403 204 404 403 404 204 204",
    async (v, s) => v.delete(await item(s.publicItem(s.user.id))),
  ],
  [
    "DELETE a private item",
    "401 401 403 403 204 404 403 404 204 204",
    async (v, s) => v.delete(await item(s.privateItem())),
  ],
  [
    "DELETE the user's own comment",
    "401 401 204 204 204 404 403 404 204 204",
    async (v, s) => {
      const at = await s.publicItem();
      const comment = await portal.comment(at, { userId: s.user.id });
      return v.delete(`/api/feedback/${String(at.id)}/comments/${String(comment.id)}`);
    },
  ],
  [
    "DELETE someone's comment",
    "401 401 403 403 204 404 403 404 204 204",
    async (v, s) => {
      const at = await s.publicItem();
      const comment = await portal.comment(at, { userId: s.admin.id });
      return v.delete(`/api/feedback/${String(at.id)}/comments/${String(comment.id)}`);
    },
  ],
  [
    "DELETE a comment on a private item",
    "401 401 404 404 204 404 404 404 204 204",
    async (v, s) => {
      const at = await s.privateItem();
      const comment = await portal.comment(at, { userId: s.user.id });
      return v.delete(`/api/feedback/${String(at.id)}/comments/${String(comment.id)}`);
    },
  ],
];

describe("who may call what", () => {
  test.each(ROWS)("%s", async (_, expected, call) => {
    expect(await statuses(call)).toBe(expected);
  });

  test("whoever is signed in to no session of ours is anonymous", async () => {
    const { company } = await scene();
    for (const cookie of [
      "hearback_session=",
      `hearback_session=${"x".repeat(43)}`,
      "hearback_session=1; x=y",
    ]) {
      expect((await portal.visitor(company.host, { cookie }).get("/api/user")).status).toBe(401);
      expect((await portal.visitor("localhost", { cookie }).get("/api/boards")).status).toBe(401);
    }
  });
});

describe("with public feedback allowed", () => {
  beforeAll(() => portal.site({ allowPublicFeedback: true }));

  test("an anonymous visitor of a company's host submits to public boards, and still does nothing else", async () => {
    const set = await scene();
    const { A, N } = set.viewers;
    expect((await A.post("/api/feedback", submission(set.publicBoard))).status).toBe(201);
    expect((await A.post("/api/feedback", submission(set.privateBoard))).status).toBe(404);
    expect((await N.post("/api/feedback", submission(set.publicBoard))).status).toBe(401);
    const path = await item(set.publicItem());
    expect((await A.post(`${path}/vote`)).status).toBe(401);
    expect((await A.post(`${path}/comments`, { content: "Well" })).status).toBe(401);
    expect((await A.patch(path, { title: "Changed" })).status).toBe(401);
    expect((await A.delete(path)).status).toBe(401);
  });
});
