import type { Comment, commentsApi } from "#contract/comments.ts";
import { writtenText } from "#contract/markdown/writtenText.ts";
import { NOT_EDITABLE } from "#contract/comments.ts";
import { attachPictures } from "#server/features/attachedPictures/attachPictures.queries.ts";
import { conflict, forbidden } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { findComment, listComments, updateComment } from "./comments.queries.ts";

/**
 * Changes a comment of the viewer, which notifies nobody. Mails that are sent later contain the new
 * content.
 * @throws HttpError 403 if somebody else wrote the comment; 404 for an unknown comment; 409 if the
 *   comment can no longer be changed
 */
export async function editComment(
  context: Handled<typeof commentsApi.edit, TenantUserContext>,
): Promise<Comment> {
  const { db, visibility: viewers, viewer, params, body, response } = context;
  const ids = { feedbackId: params.id, commentId: params.commentId };
  return db.transaction(async (transaction) => {
    const found = await transaction.first(findComment, { ...viewers, ...ids });
    if (!found) throw context.notFound();
    if (found.userId !== viewer.id) throw forbidden();
    const { plain: content, markdown: contentMarkdown } = writtenText(body.content);
    const text = { content, contentMarkdown };
    const updated = await transaction.first(updateComment, { ...viewers, ...ids, ...text });
    if (!updated) throw conflict(NOT_EDITABLE);
    await attachPictures(
      transaction,
      viewer.id,
      { commentId: params.commentId },
      { field: "content", source: body.content, before: found.content },
    );
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
    if (edited?.id !== commentId) throw context.notFound();
    const { total: _, ...comment } = edited;
    return comment;
  });
}
