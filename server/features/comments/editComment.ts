import type { Comment } from "#contract/comments.ts";
import { commentsApi, NOT_EDITABLE } from "#contract/comments.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { requireTenant } from "#server/platform/access/requireTenant.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { conflict, forbidden, notFound } from "#server/platform/http/httpError.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import { findComment, listComments, updateComment } from "./comments.queries.ts";

const { notFound: message } = commentsApi.edit;

/**
 * Changes a comment of the viewer, which notifies nobody. Mails that are sent later contain the new
 * content.
 * @throws HttpError 403 if somebody else wrote the comment; 404 for an unknown comment; 409 if the
 *   comment can no longer be changed
 */
export async function editComment(
  context: SignedInContext & {
    params: { id: number; commentId: number };
    body: BodyOf<typeof commentsApi.edit>;
    response: Pick<ResponseContext, "record">;
  },
): Promise<Comment> {
  const { db, visibility: viewers } = requireTenant(context, message);
  const { viewer, params, body, response } = context;
  const ids = { feedbackId: params.id, commentId: params.commentId };
  return db.transaction(async (transaction) => {
    const found = await transaction.first(findComment, { ...viewers, ...ids });
    if (!found) throw notFound(message);
    if (found.userId !== viewer.id) throw forbidden();
    const updated = await transaction.first(updateComment, { ...viewers, ...ids, ...body });
    if (!updated) throw conflict(NOT_EDITABLE);
    const { visibility, boardId, isPrivate } = found;
    const { feedbackId, commentId } = ids;
    await response.record(transaction, {
      kind: "comment_edited",
      feedbackId,
      boardId,
      isPrivate,
      data: { commentId, visibility },
    });
    // The newest comment before the next id is the comment itself.
    const page = { ...viewers, feedbackId, beforeId: commentId + 1 };
    const edited = await transaction.first(listComments(1), page);
    if (edited?.id !== commentId) throw notFound(message);
    const { total: _, ...comment } = edited;
    return comment;
  });
}
