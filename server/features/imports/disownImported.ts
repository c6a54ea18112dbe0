import type { importedPostsApi } from "#contract/importedPosts.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { disownPost, insertDisownedPerson, lockImportedPost } from "./importedPosts.queries.ts";

/**
 * Takes the viewer's account off a post that an import has written under the viewer's name. The post
 * then belongs to an account that nobody can use, with the name that the import gave.
 * @throws HttpError 404 if the post is not the viewer's, or was not imported
 */
export async function disownImported(
  context: Handled<typeof importedPostsApi.disown, TenantUserContext>,
): Promise<void> {
  const { database, tenantId: companyId, viewer, params, body, response } = context;
  const { commentId = null } = body;
  const table = commentId === null ? "feedback_item" : "comment";
  const own = { companyId, userId: viewer.id };
  const item = await database.system.transaction(async (db) => {
    const found = await db.first(lockImportedPost(table), {
      ...own,
      feedbackId: params.id,
      commentId,
    });
    if (!found) throw context.notFound();
    await db.all(insertDisownedPerson, { ...own, passwordHash: unusablePasswordHash() });
    await db.all(disownPost(table), { ...own, postId: commentId ?? params.id });
    return found;
  });
  const { feedbackId, boardId, isPrivate } = item;
  response.changed(
    commentId === null
      ? { kind: "item", feedbackId, boardId }
      : { kind: "comment", feedbackId, boardId, commentsCount: null },
    isPrivate,
  );
}
