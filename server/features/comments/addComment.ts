import type { Comment, commentsApi } from "#contract/comments.ts";
import { NOT_ANSWERABLE } from "#contract/comments.ts";
import { writtenText } from "#contract/markdown/writtenText.ts";
import { isConcurrentChange, isForeignKeyViolation } from "#server/platform/db/errors.ts";
import { byAccount, exempting } from "#server/platform/routing/callLimits.ts";
import type { Activity, Told } from "#server/platform/activity/activity.ts";
import { NOBODY } from "#server/platform/activity/activityLog.ts";
import type { HttpError } from "#server/platform/http/httpError.ts";
import { conflict, forbidden, invalid } from "#server/platform/http/httpError.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import {
  attachPictures,
  hasPictures,
} from "#server/features/attachedPictures/attachPictures.queries.ts";
import { listAssignees } from "#server/features/feedback/assignees.queries.ts";
import { findFeedbackItem } from "#server/features/feedback/feedback.queries.ts";
import { NOT_OPEN } from "#contract/feedback.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { InsertedComment } from "./insertComment.queries.ts";
import { insertComment } from "./insertComment.queries.ts";
import { mentionedIn } from "./mentions.policy.ts";

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
    const { answersId = null } = body;
    const mentionedIds = isByTeam ? await findMentioned(db, plain) : [];
    const told = { answersId, mentionedIds };
    const newComment = {
      feedbackId: params.id,
      content: plain,
      contentMarkdown: markdown,
      isByTeam,
      isInternal: body.isInternal ?? false,
      answersId,
      mentionedIds: JSON.stringify(mentionedIds),
      origin,
      pending: response.pendingFor("comment_added"),
    };
    const isSingle = isOneStatement(context, isByTeam, told);
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
        if (inserted) await response.record(transaction, activityOf(inserted, isByTeam, told));
        const { username, fullName, pictureUrl, companyId } = viewer;
        return (
          inserted && {
            ...inserted,
            user: { username, fullName, pictureUrl },
            isByTeam: isByTeam && companyId === visibility.companyId,
            isImported: false,
            mergedFromTitle: null,
            reactions: [],
            editedAt: null,
          }
        );
      },
      { isSingle },
    );
    if (!comment) throw await refusal(context);
    return comment;
  } catch (error) {
    // The item was merged while the statement ran. The second attempt reads the item's new state.
    if (isConcurrentChange(error)) return addComment(context);
    // The item was deleted between the look-up and the insertion of the comment.
    if (isForeignKeyViolation(error, "comment_company_id_feedback_id_fkey"))
      throw context.notFound();
    if (isForeignKeyViolation(error, "comment_company_id_answers_id_fkey")) throw notAnswerable();
    throw error;
  }
}

/**
 * Whether the comment is added by a single statement. A note that notifies somebody is stored as an
 * activity as well.
 */
const isOneStatement = (
  { body, response }: Handled<typeof commentsApi.create, TenantUserContext>,
  isByTeam: boolean,
  { answersId, mentionedIds }: Told,
) =>
  !(isByTeam && (answersId !== null || mentionedIds.length > 0)) &&
  !hasPictures(body.content) &&
  !response.writesFor("comment_added") &&
  !response.writesFor("note_added") &&
  response.pendingFor("post_waiting") === NOBODY;

const notAnswerable = () => invalid({ answersId: [NOT_ANSWERABLE] });

/** Returns the ids of the teammates whom a text mentions. */
async function findMentioned(db: TenantDb, text: string): Promise<number[]> {
  if (!text.includes("@")) return [];
  return mentionedIn(text, await db.all(listAssignees, { companyId: db.companyId }));
}

/**
 * Returns the activity of a new comment. Only public comments notify followers. A note notifies those
 * whom it mentions, and the author of the note that it answers.
 */
function activityOf(comment: InsertedComment, isByTeam: boolean, told: Told): Activity {
  const { id: commentId, feedbackId, boardId, commentsCount, isPrivate } = comment;
  const item = { feedbackId, boardId, isPrivate };
  if (comment.visibility === "internal")
    return { kind: "note_added", ...item, data: { commentId, ...told } };
  if (comment.visibility === "pending")
    return { kind: "post_waiting", ...item, data: { commentId } };
  const data = { commentId, commentsCount, isByTeam, ...told };
  return { kind: "comment_added", ...item, data, isStored: true };
}

/** Returns the error for a comment that was not inserted. */
async function refusal({
  db,
  visibility,
  params: { id: feedbackId },
  body,
  notFound,
}: Handled<typeof commentsApi.create, TenantUserContext>): Promise<HttpError> {
  const item = await db.first(findFeedbackItem(visibility), { ...visibility, feedbackId });
  if (!item) return notFound();
  if (item.state === "merged" || item.state === "pending") return conflict(NOT_OPEN[item.state]);
  return body.answersId === undefined ? notFound() : notAnswerable();
}
