import { beforeAll, expect, test } from "vitest";
import type { Comment } from "#contract/comments.ts";
import { PENDING_COMMENT } from "#contract/comments.ts";
import { NOT_OPEN } from "#contract/feedback.ts";
import type { TestPortal, Visitor } from "#server/checks/fixtures/testPortal.ts";
import { startTestPortal } from "#server/checks/fixtures/testPortal.ts";
import { newCast } from "#server/checks/fixtures/viewers.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});

const reactionTo = ({ id }: { id: number }, emoji = "👍") =>
  `/api/comments/${String(id)}/reactions/${encodeURIComponent(emoji)}`;

async function scene() {
  const cast = await newCast(portal);
  const item = await portal.item(await portal.board(cast.company));
  const comment = await portal.comment(item, { userId: cast.user.id });
  const comments = `/api/feedback/${String(item.id)}/comments`;
  return { ...cast, item, comment, comments };
}

async function reactionsFor(visitor: Visitor, comments: string) {
  const { body } = await visitor.get(comments);
  return (body as Comment[]).map(({ reactions }) =>
    reactions.map(({ emoji, count, isOwn }) => `${emoji} ${String(count)}${isOwn ? " own" : ""}`),
  );
}

test("reactions are counted once for each person and emoji, in a fixed order, and can be taken back", async () => {
  const { viewers, comment, comments } = await scene();
  for (const [visitor, emoji] of [
    [viewers.V, "🎉"],
    [viewers.U, "👍"],
    [viewers.U, "👍"],
    [viewers.V, "👍"],
  ] as const)
    expect((await visitor.request("PUT", reactionTo(comment, emoji))).status).toBe(204);
  expect(await reactionsFor(viewers.U, comments)).toEqual([["👍 2 own", "🎉 1"]]);
  expect(await reactionsFor(viewers.A, comments)).toEqual([["👍 2", "🎉 1"]]);
  for (let time = 0; time < 2; time += 1)
    expect((await viewers.V.delete(reactionTo(comment, "🎉"))).status).toBe(204);
  await viewers.U.delete(reactionTo(comment));
  expect(await reactionsFor(viewers.U, comments)).toEqual([["👍 1"]]);
  expect((await viewers.A.request("PUT", reactionTo(comment))).status).toBe(401);
});

test("concurrent reactions of several people, each sent twice, are counted once each", async () => {
  const { company, viewers, comment, comments } = await scene();
  const people = await Promise.all(Array.from({ length: 5 }, () => portal.user("user", company)));
  const visitors = people.map((person) => portal.visitor(company.host, person));
  await Promise.all(
    [...visitors, ...visitors].map((visitor) => visitor.request("PUT", reactionTo(comment))),
  );
  expect(await reactionsFor(viewers.A, comments)).toEqual([["👍 5"]]);
});

test("an unknown emoji, a hidden comment and a comment of another company get 404, and a waiting comment or a merged item 409", async () => {
  const { viewers, company, user, admin, item, comment } = await scene();
  const note = await portal.comment(item, { userId: admin.id, visibility: "internal" });
  const waiting = await portal.comment(item, { userId: user.id, visibility: "pending" });
  const put = (visitor: Visitor, path: string) => visitor.request("PUT", path);
  expect((await put(viewers.U, reactionTo(comment, "👎"))).status).toBe(404);
  expect((await put(viewers.U, reactionTo(note))).status).toBe(404);
  expect((await put(viewers.X, reactionTo(comment))).status).toBe(404);
  expect((await put(viewers.C, reactionTo(note))).status).toBe(204);
  expect(await put(viewers.U, reactionTo(waiting))).toMatchObject({
    status: 409,
    body: { message: PENDING_COMMENT },
  });
  const hidden = await portal.board(company, { isPrivate: true });
  const source = await portal.item(hidden);
  const kept = await portal.comment(source);
  await viewers.C.post(`/api/feedback/${String(source.id)}/merge`, { targetId: item.id });
  expect(await put(viewers.C, reactionTo(kept))).toMatchObject({
    status: 409,
    body: { message: NOT_OPEN.merged },
  });
});

test("deleting an account or a comment takes its reactions with it", async () => {
  const { viewers, company, superAdmin, comment, comments } = await scene();
  const leaver = await portal.user("user", company);
  for (const visitor of [portal.visitor(company.host, leaver), viewers.V])
    await visitor.request("PUT", reactionTo(comment));
  const provider = portal.visitor("localhost", superAdmin);
  expect((await provider.delete(`/api/admin/users/${String(leaver.id)}`)).status).toBe(204);
  expect(await reactionsFor(viewers.A, comments)).toEqual([["👍 1"]]);
  await viewers.U.delete(`${comments}/${String(comment.id)}`);
  expect(
    await portal.sql("select 1 from comment_reaction where comment_id = $1", [comment.id]),
  ).toEqual([]);
});
