import { beforeAll, expect, test } from "vitest";
import { auditOf } from "#server/checks/fixtures/auditOf.ts";
import type { TestPortal } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { castOf } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

/** Creates a company with an item and a comment, both by one of its customers. */
async function scene() {
  const company = await portal.company();
  const board = await portal.board(company, { name: "Ideas" });
  const cast = await castOf(portal, company);
  const item = await portal.item(board, { title: "Buy this", userId: cast.user.id });
  const comment = await portal.comment(item, { content: "Cheap", userId: cast.user.id });
  const path = `/api/feedback/${String(item.id)}`;
  const commentPath = `${path}/comments/${String(comment.id)}`;
  return { ...cast, company, board, item, comment, path, commentPath };
}

test("admins see reported items and comments with reasons and reporters, and only an account's first report of a post is stored", async () => {
  const { viewers, user, stranger, board, item, comment, path, commentPath } = await scene();
  const first = await viewers.V.post(`${path}/reports`, { reason: "spam", note: "A shop" });
  expect(first.status).toBe(204);
  expect((await viewers.V.post(`${path}/reports`, { reason: "abuse" })).status).toBe(204);
  await viewers.U.post(`${path}/reports`, { reason: "other" });
  await viewers.V.post(`${commentPath}/reports`, { reason: "personal_data", note: "" });
  const listed = await viewers.C.get("/api/reports");
  expect([listed.headers["x-total-count"], listed.body]).toMatchObject([
    "2",
    [
      {
        feedbackId: item.id,
        commentId: null,
        title: "Buy this",
        boardName: "Ideas",
        author: { id: user.id },
        reportCount: 2,
        reports: [
          {
            reason: "spam",
            note: "A shop",
            reporter: { id: stranger.id, username: `${stranger.username[0]}•••`, isBlocked: false },
          },
          {
            reason: "other",
            note: null,
            reporter: { username: user.username, fullName: user.fullName },
          },
        ],
      },
      {
        feedbackId: item.id,
        commentId: comment.id,
        text: "Cheap",
        reportCount: 1,
        reports: [{ reason: "personal_data", note: null }],
      },
    ],
  ]);
  expect((await viewers.C.get("/api/moderation/count")).body).toEqual({
    pending: 0,
    suspected: 0,
    reported: 2,
  });
  const ofItem = await viewers.C.get(`/api/reports?feedbackId=${String(item.id)}&limit=1`);
  expect([ofItem.headers["x-total-count"], ofItem.body]).toMatchObject(["2", [{ reportCount: 2 }]]);
  const another = await portal.item(board);
  const none = await viewers.C.get(`/api/reports?feedbackId=${String(another.id)}`);
  expect([none.headers["x-total-count"], none.body]).toEqual(["0", []]);
  const next = await viewers.C.get("/api/reports?limit=1");
  const address = /<([^>]+)>; rel="next"/.exec(next.headers["link"] as string)?.[1] ?? "";
  const { body } = await viewers.C.get(address.slice(address.indexOf("/api")));
  expect(body).toMatchObject([{ commentId: comment.id }]);
});

test("dismissing reports deletes the reports and keeps the reported post", async () => {
  const { viewers, company, item, comment, path, commentPath } = await scene();
  await viewers.V.post(`${path}/reports`, { reason: "spam" });
  await viewers.V.post(`${commentPath}/reports`, { reason: "spam" });
  const dismiss = (post: object) => viewers.C.post("/api/reports/dismiss", post);
  expect((await dismiss({ commentId: comment.id })).status).toBe(204);
  const again = await dismiss({ commentId: comment.id });
  expect([again.status, again.body.message]).toEqual([404, "This is not reported"]);
  expect((await dismiss({})).status).toBe(400);
  expect((await viewers.C.get("/api/reports")).body).toMatchObject([{ commentId: null }]);
  expect((await viewers.A.get(`${path}/comments`)).body).toMatchObject([{ id: comment.id }]);
  expect(await auditOf(portal, company)).toEqual([
    expect.objectContaining({
      action: "report.dismiss",
      subject: item.title,
      details: { id: comment.id, reports: 1 },
    }),
  ]);
});

test("a report with an unknown reason is refused, as is a report of a post that the reporter cannot see", async () => {
  const { viewers, company, board, item, path } = await scene();
  const hidden = await portal.item(await portal.board(company, { isPrivate: true }));
  const other = await portal.item(board);
  const note = await portal.comment(item, { visibility: "internal" });
  for (const at of [
    `/api/feedback/${String(hidden.id)}/reports`,
    `${path}/comments/${String(note.id)}/reports`,
    `/api/feedback/${String(other.id)}/comments/${String(note.id)}/reports`,
  ])
    expect([at, (await viewers.V.post(at, { reason: "spam" })).status]).toEqual([at, 404]);
  for (const body of [{}, { reason: "boring" }, { reason: "spam", note: "x".repeat(501) }])
    expect((await viewers.V.post(`${path}/reports`, body)).status).toBe(400);
  expect((await viewers.C.get("/api/reports")).body).toEqual([]);
});
