import { shownPosts } from "#server/checks/fixtures/shownPosts.ts";
import type { CallFixtures } from "./createCallFixtures.ts";
import { listPages } from "./listPages.ts";
import type { RouteCalls } from "./routeCalls.ts";

/** Creates items and comments of a newcomer that wait for approval. Returns the newcomer's id. */
async function addPending({ portal, company, newUser, boardId, itemId }: CallFixtures) {
  const { id, visitor } = await newUser();
  const setLevel = (level: string) =>
    portal.sql("update company set moderation = $2 where id = $1", [company.id, level]);
  await setLevel("newcomers");
  for (const title of ["First", "Second"]) {
    await visitor.post("/api/feedback", { title, description: "Please", boardId });
    await visitor.post(`/api/feedback/${String(itemId)}/comments`, { content: title });
  }
  await setLevel("off");
  return id;
}

/** Creates waiting posts. Returns a body that decides on them. */
const showPending = async (fixtures: CallFixtures) =>
  shownPosts(fixtures.admin, { userId: await addPending(fixtures) });

const reportsOf = (id: number) => `/api/feedback/${String(id)}/reports`;

/**
 * Calls for items and comments that wait for approval or are reported, for blocked accounts, and for
 * undoing changes.
 */
export const moderationCalls: RouteCalls = {
  "GET /api/moderation": async (fixtures) => {
    await addPending(fixtures);
    return listPages(fixtures.admin, "/api/moderation", ["", "?limit=2", "?suspected=true"]);
  },
  "POST /api/moderation/approve": async (fixtures) => [
    await fixtures.admin.post("/api/moderation/approve", await showPending(fixtures)),
  ],
  "POST /api/moderation/reject": async (fixtures) => [
    await fixtures.admin.post("/api/moderation/reject", await showPending(fixtures)),
  ],
  "POST /api/undo/:token": async (fixtures) => {
    const { admin, itemId, newItem, newUser, boardId } = fixtures;
    const { id } = await newItem();
    const path = `/api/feedback/${String(id)}`;
    const voter = await newUser();
    const changes = { status: "planned", category: "bug", boardId };
    const replies = [];
    for (const change of [
      () => admin.post("/api/feedback/bulk", { ids: [id], changes }),
      () => admin.post(`${path}/votes`, { username: voter.username }),
      async () => {
        await admin.post(`${path}/votes`, { username: voter.username });
        return admin.delete(`${path}/votes/${String(voter.id)}`);
      },
      () => admin.post(`${path}/close`, { reason: "other" }),
      async () => {
        await admin.post(`${path}/close`, { reason: "other" });
        return admin.post(`${path}/reopen`);
      },
      async () =>
        admin.post("/api/feedback/merge", { ids: [(await newItem()).id], targetId: itemId }),
      async () => admin.post("/api/moderation/approve", await showPending(fixtures)),
      async () => admin.post("/api/moderation/reject", await showPending(fixtures)),
    ]) {
      const { undoToken } = (await change()).body as { undoToken: string };
      replies.push(await admin.post(`/api/undo/${undoToken}`));
    }
    return replies;
  },
  "POST /api/feedback/:id/reports": async ({ user, itemId }) => [
    await user.post(reportsOf(itemId), { reason: "spam" }),
  ],
  "POST /api/feedback/:id/comments/:commentId/reports": async ({ portal, user, itemId }) => {
    const { id } = await portal.comment({ id: itemId });
    const path = `/api/feedback/${String(itemId)}/comments/${String(id)}/reports`;
    return [await user.post(path, { reason: "abuse", note: "Rude" })];
  },
  "GET /api/reports": async ({ admin, user, itemId }) => {
    await user.post(reportsOf(itemId), { reason: "spam" });
    return listPages(admin, "/api/reports", ["", "?limit=1"]);
  },
  "POST /api/reports/dismiss": async ({ admin, user, newItem }) => {
    const { id } = await newItem();
    await user.post(reportsOf(id), { reason: "spam" });
    return [await admin.post("/api/reports/dismiss", { feedbackId: id })];
  },
  "PUT /api/blocked-accounts/:id": async (fixtures) => {
    const path = `/api/blocked-accounts/${String(await addPending(fixtures))}`;
    return [await fixtures.admin.request("PUT", path, { rejectPending: true })];
  },
  "DELETE /api/blocked-accounts/:id": async ({ admin, newUser }) => {
    const path = `/api/blocked-accounts/${String((await newUser()).id)}`;
    await admin.request("PUT", path, {});
    return [await admin.delete(path)];
  },
};
