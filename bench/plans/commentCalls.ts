import type { CallFixtures } from "./createCallFixtures.ts";
import { listPages } from "./listPages.ts";
import type { RouteCalls } from "./routeCalls.ts";

/** Adds a comment and returns the path of a reaction to it. */
async function reactionPath({ comment }: CallFixtures["portal"], id: number): Promise<string> {
  const { id: commentId } = await comment({ id });
  return `/api/comments/${String(commentId)}/reactions/${encodeURIComponent("👍")}`;
}

export const commentCalls: RouteCalls = {
  "GET /api/feedback/:id/comments": async ({ anonymous, user, admin, itemId }) => {
    const path = `/api/feedback/${String(itemId)}/comments`;
    const lists = [anonymous, user, admin].map((visitor) =>
      listPages(visitor, path, ["", "?limit=100"]),
    );
    return (await Promise.all(lists)).flat();
  },
  "POST /api/feedback/:id/comments": async ({ user, admin, itemId }) => {
    const path = `/api/feedback/${String(itemId)}/comments`;
    const { id: answersId } = (await user.post(path, { content: "Who else?" })).body as {
      id: number;
    };
    return [
      await user.post(path, { content: "So do I" }),
      await admin.post(path, { content: "@Admin We do", answersId }),
      await admin.post(path, { content: "Ours", isInternal: true }),
    ];
  },
  "PATCH /api/feedback/:id/comments/:commentId": async ({ user, itemId }) => {
    const path = `/api/feedback/${String(itemId)}/comments`;
    const { body } = await user.post(path, { content: "Mine" });
    return [await user.patch(`${path}/${String(body.id)}`, { content: "Still mine" })];
  },
  "DELETE /api/feedback/:id/comments/:commentId": async ({ user, admin, itemId }) => {
    const path = `/api/feedback/${String(itemId)}/comments`;
    const added = async () => String((await user.post(path, { content: "Mine" })).body.id);
    return [
      await user.delete(`${path}/${await added()}`),
      await admin.delete(`${path}/${await added()}`),
    ];
  },
  "PUT /api/comments/:id/reactions/:emoji": async ({ user, portal, itemId }) => [
    await user.request("PUT", await reactionPath(portal, itemId)),
  ],
  "DELETE /api/comments/:id/reactions/:emoji": async ({ user, portal, itemId }) => {
    const path = await reactionPath(portal, itemId);
    await user.request("PUT", path);
    return [await user.delete(path)];
  },
};
