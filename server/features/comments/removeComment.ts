import { commentsApi } from "#contract/comments.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { forbidden, notFound } from "#server/platform/http/httpError.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import { mayDeleteComment } from "./comments.policy.ts";
import { deleteComment, findComment } from "./comments.queries.ts";

const { notFound: message } = commentsApi.remove;

/**
 * Deletes a comment. The deletion of another user's comment is recorded in the audit log, in the
 * same transaction.
 */
export async function removeComment(
  context: SignedInContext & {
    params: { id: number; commentId: number };
    response: Pick<ResponseContext, "changed">;
  },
): Promise<void> {
  const { db, visibility } = requireTenant(context, message);
  const { viewer, params } = context;
  const { companyId } = visibility;
  const isAdmin = isAdminOf(viewer, companyId);
  const ids = { companyId, feedbackId: params.id, commentId: params.commentId };
  const comment = await db.first(findComment, { ...visibility, ...ids });
  if (!comment) throw notFound(message);
  if (!mayDeleteComment(viewer, isAdmin, comment.userId)) throw forbidden();
  await db.transaction(async (transaction) => {
    const deleted = await transaction.first(deleteComment, ids);
    if (!deleted || comment.userId === viewer.id) return;
    await recordAudit(transaction, context, companyId, {
      action: "comment.delete",
      subject: comment.title,
      details: { id: deleted.id, author: comment.username },
      aboutUserId: comment.userId,
    });
  });
  context.response.changed(
    { kind: "comment", feedbackId: params.id, boardId: comment.boardId, commentsCount: null },
    comment.isPrivate,
  );
}
