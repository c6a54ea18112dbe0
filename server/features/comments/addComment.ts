import type { Comment, commentsApi } from "#contract/comments.ts";
import { writtenText } from "#contract/markdown/writtenText.ts";
import { isConcurrentChange, isForeignKeyViolation } from "#server/platform/db/errors.ts";
import { byAccount, exempting } from "#server/platform/routing/callLimits.ts";
import type { Activity } from "#server/platform/activity/activity.ts";
import { NOBODY } from "#server/platform/activity/activityLog.ts";
import type { HttpError } from "#server/platform/http/httpError.ts";
import { conflict, forbidden } from "#server/platform/http/httpError.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { Visibility } from "#server/platform/access/visibility.ts";
import {
  attachPictures,
  hasPictures,
} from "#server/features/attachedPictures/attachPictures.queries.ts";
import { findFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import { NOT_OPEN } from "#contract/feedback.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { InsertedComment } from "./comments.queries.ts";
import { insertComment } from "./comments.queries.ts";

const PER_ACCOUNT: Limit = { name: "comment-account", attempts: 300, windowSeconds: 60 * 60 };

/** Rate limit of comments. Admins can comment without a limit. */
export const commentLimit = exempting(byAccount(PER_ACCOUNT), ({ viewer, tenantId }) =>
  isAdminOf(viewer, tenantId),
);

export async function addComment(
  context: Handled<typeof commentsApi.create, TenantUserContext>,
): Promise<Comment> {
  const { db, visibility, viewer, apiKey, origin, params, body, response } = context;
  const isByTeam = isAdminOf(viewer, visibility.companyId);
  if (body.isInternal && !isByTeam) throw forbidden();
  try {
    const { plain, markdown } = writtenText(body.content);
    const newComment = {
      feedbackId: params.id,
      content: plain,
      contentMarkdown: markdown,
      isByTeam,
      isInternal: body.isInternal ?? false,
      origin,
      pending: response.pendingFor("comment_added"),
    };
    const isSingle =
      !hasPictures(body.content) &&
      !response.writesFor("comment_added") &&
      !response.writesFor("note_added") &&
      response.pendingFor("post_waiting") === NOBODY;
    const comment = await db.transaction(
      async (transaction) => {
        const inserted = await transaction.first(insertComment, { ...visibility, ...newComment });
        if (inserted)
          await attachPictures(
            transaction,
            apiKey?.accountId ?? viewer.id,
            { commentId: inserted.id },
            { field: "content", source: body.content },
          );
        if (inserted) await response.record(transaction, activityOf(inserted, isByTeam));
        const { username, fullName, pictureUrl, companyId } = viewer;
        return (
          inserted && {
            ...inserted,
            user: { username, fullName, pictureUrl },
            isByTeam: isByTeam && companyId === visibility.companyId,
            isImported: false,
            mergedFromTitle: null,
            editedAt: null,
          }
        );
      },
      { isSingle },
    );
    if (!comment) throw (await refusal(db, visibility, params.id)) ?? context.notFound();
    return comment;
  } catch (error) {
    // The item was merged while the statement ran. The second attempt reads the item's new state.
    if (isConcurrentChange(error)) return addComment(context);
    // The item was deleted between the look-up and the insertion of the comment.
    if (isForeignKeyViolation(error, "comment_company_id_feedback_id_fkey"))
      throw context.notFound();
    throw error;
  }
}

/** Returns the activity of a new comment. Only public comments notify followers. */
function activityOf(comment: InsertedComment, isByTeam: boolean): Activity {
  const { id: commentId, feedbackId, boardId, commentsCount, isPrivate } = comment;
  const item = { feedbackId, boardId, isPrivate };
  if (comment.visibility === "internal")
    return { kind: "note_added", ...item, data: { commentId } };
  if (comment.visibility === "pending")
    return { kind: "post_waiting", ...item, data: { commentId } };
  const data = { commentId, commentsCount, isByTeam };
  return { kind: "comment_added", ...item, data, isStored: true };
}

/** Returns the error for a visible item that does not accept comments. */
async function refusal(
  db: TenantDb,
  visibility: Visibility,
  feedbackId: number,
): Promise<HttpError | undefined> {
  const item = await db.first(findFeedbackItem(visibility), { ...visibility, feedbackId });
  return item && (item.state === "merged" || item.state === "pending")
    ? conflict(NOT_OPEN[item.state])
    : undefined;
}
