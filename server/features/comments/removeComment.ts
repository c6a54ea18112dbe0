import { commentsApi } from "#contract/comments.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { forbidden, notFound } from "#server/platform/http/httpError.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import { mayDeleteComment } from "./comments.policy.ts";
import { deleteComment, findComment } from "./comments.queries.ts";

const { notFound: message } = commentsApi.remove;

export async function removeComment(
  context: SignedInContext & {
    params: { id: number; commentId: number };
    response: Pick<ResponseContext, "record">;
  },
): Promise<void> {
  const { db, visibility: viewers } = requireTenant(context, message);
  const { viewer, params } = context;
  const { companyId } = viewers;
  const isAdmin = isAdminOf(viewer, companyId);
  const ids = { companyId, feedbackId: params.id, commentId: params.commentId };
  const comment = await db.first(findComment, { ...viewers, ...ids });
  if (!comment) throw notFound(message);
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
