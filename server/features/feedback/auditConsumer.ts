import type {
  Activity,
  ActivityConsumer,
  SignedInActor,
} from "#server/platform/activity/activity.ts";
import type { AuditedAction } from "#server/platform/audit/recordAudit.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";

/**
 * Writes an audit entry when somebody changes, closes, reopens, merges, unmerges or deletes another
 * person's post, or records or withdraws a vote on behalf of another person. Changes of status are
 * not audited, because they have their own history.
 */
export const auditConsumer: ActivityConsumer = {
  name: "audit",
  record: async (db, recorded, actor) => {
    const { viewer } = actor;
    if (!viewer) return;
    const actions = recorded.flatMap(({ activity }) => {
      const action = auditedAction(activity);
      return action && action.authorId !== viewer.id ? [action] : [];
    });
    const signedIn: SignedInActor = { ...actor, viewer };
    await recordAudit(db, signedIn, db.companyId, ...actions);
  },
};

type ActionOnAuthored = AuditedAction & { authorId: number | null };

function auditedAction(activity: Activity): ActionOnAuthored | undefined {
  return auditedVote(activity) ?? auditedChange(activity);
}

function auditedVote({ kind, feedbackId, data }: Activity): ActionOnAuthored | undefined {
  if (kind === "vote_cast" && data.recorded) {
    const { voterId, voter, title, isFollowing } = data.recorded;
    const details = { id: feedbackId, username: voter, notify: isFollowing };
    return {
      authorId: voterId,
      action: "vote.record",
      subject: title,
      details,
      aboutUserId: voterId,
    };
  }
  if (kind === "vote_withdrawn") {
    const { voterId, voter, title } = data;
    const details = { id: feedbackId, username: voter };
    return {
      authorId: voterId,
      action: "vote.withdraw",
      subject: title,
      details,
      aboutUserId: voterId,
    };
  }
  return undefined;
}

function auditedChange({ kind, feedbackId, data }: Activity): ActionOnAuthored | undefined {
  if (kind === "item_changed") {
    const { authorId, title, changes } = data;
    return { authorId, action: "feedback.update", subject: title, details: changes };
  }
  if (kind === "item_deleted") {
    const { authorId, title, boardName, votes, commentsCount } = data;
    const details = { id: feedbackId, board: boardName, votes, comments: commentsCount };
    return { authorId, action: "feedback.delete", subject: title, details };
  }
  if (kind === "item_closed") {
    const { authorId, title, reason, note } = data;
    return { authorId, action: "feedback.close", subject: title, details: { reason, note } };
  }
  if (kind === "item_reopened") {
    const { authorId, title } = data;
    return { authorId, action: "feedback.reopen", subject: title };
  }
  if (kind === "item_merged" || kind === "item_unmerged") {
    const { authorId, title, targetId, targetTitle } = data;
    const details = { id: feedbackId, targetId, target: targetTitle };
    return {
      authorId,
      action: kind === "item_merged" ? "feedback.merge" : "feedback.unmerge",
      subject: title,
      details,
    };
  }
  if (kind === "comment_deleted") {
    const { authorId, commentId, author, title } = data;
    const details = { id: commentId, author };
    return {
      authorId,
      action: "comment.delete",
      subject: title,
      details,
      aboutUserId: authorId,
    };
  }
  return undefined;
}
