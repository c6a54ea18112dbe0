import type { commentsApi } from "#contract/comments.ts";
import { forbidden } from "#server/platform/http/httpError.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { mayDeleteComment } from "./comments.policy.ts";
import { deleteComment, findComment } from "./comments.queries.ts";

export async function removeComment(
  context: Handled<typeof commentsApi.remove, TenantUserContext>,
): Promise<void> {
  const { db, visibility: viewers, viewer, params } = context;
  const { companyId } = viewers;
  const isAdmin = isAdminOf(viewer, companyId);
  const ids = { companyId, feedbackId: params.id, commentId: params.commentId };
  const comment = await db.first(findComment, { ...viewers, ...ids });
  if (!comment) throw context.notFound();
  if (!mayDeleteComment(viewer, isAdmin, comment.userId)) throw forbidden();
  const { userId: authorId, username: author, visibility, title, boardId, isPrivate } = comment;
  await db.transaction(async (transaction) => {
    const deleted = await transaction.first(deleteComment, ids);
    if (!deleted) return;
    await context.response.record(transaction, {
      kind: "comment_deleted",
      feedbackId: params.id,
      boardId,
      isPrivate,
      data: { commentId: deleted.id, authorId, author, visibility, title },
    });
  });
}
