import type {
  Activity,
  ActivityConsumer,
  ActivityKind,
  SignedInActor,
} from "#server/platform/activity/activity.ts";
import type { AuditedAction } from "#server/platform/audit/recordAudit.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";

/** An admin's action on a post or vote. */
interface ActionOnAuthored extends AuditedAction {
  /** The account whose post or vote it is; null for an anonymous or deleted author. */
  readonly authorId: number | null;
}

/**
 * The audited actions by kind of activity. Changes of status are not audited, because they have
 * their own history.
 */
const ACTIONS: { [Kind in ActivityKind]?: (activity: Activity<Kind>) => ActionOnAuthored } = {
  vote_recorded: ({ feedbackId, data: { voterId, voter, title, isFollowing } }) => ({
    authorId: voterId,
    action: "vote.record",
    subject: title,
    details: { id: feedbackId, username: voter, notify: isFollowing },
    aboutUserId: voterId,
  }),
  vote_withdrawn: ({ feedbackId, data: { voterId, voter, title } }) => ({
    authorId: voterId,
    action: "vote.withdraw",
    subject: title,
    details: { id: feedbackId, username: voter },
    aboutUserId: voterId,
  }),
  item_changed: ({ data: { authorId, title, changes } }) => ({
    authorId,
    action: "feedback.update",
    subject: title,
    details: changes,
  }),
  item_deleted: ({ feedbackId, data }) => ({
    authorId: data.authorId,
    action: "feedback.delete",
    subject: data.title,
    details: {
      id: feedbackId,
      board: data.boardName,
      votes: data.votes,
      comments: data.commentsCount,
      ...(data.reason && { reason: data.reason }),
    },
  }),
  item_closed: ({ data: { authorId, title, reason, note } }) => ({
    authorId,
    action: "feedback.close",
    subject: title,
    details: { reason, note },
  }),
  item_reopened: ({ data: { authorId, title } }) => ({
    authorId,
    action: "feedback.reopen",
    subject: title,
  }),
  item_merged: (merge) => ({ ...mergeOf(merge), action: "feedback.merge" }),
  item_unmerged: (merge) => ({ ...mergeOf(merge), action: "feedback.unmerge" }),
  comment_deleted: ({ data: { authorId, commentId, author, title, reason } }) => ({
    authorId,
    action: "comment.delete",
    subject: title,
    details: { id: commentId, author, ...(reason && { reason }) },
    aboutUserId: authorId,
  }),
};

function actionOf<Kind extends ActivityKind>(activity: Activity<Kind>) {
  return ACTIONS[activity.kind]?.(activity);
}

function mergeOf({ feedbackId, data }: Activity<"item_merged" | "item_unmerged">) {
  const { authorId, title: subject, targetId, targetTitle: target } = data;
  return { authorId, subject, details: { id: feedbackId, targetId, target } };
}

/**
 * Writes an audit entry when somebody changes, closes, reopens, merges, unmerges or deletes another
 * person's post, or records or withdraws a vote on behalf of another person.
 */
export const auditConsumer: ActivityConsumer = {
  name: "audit",
  kinds: Object.keys(ACTIONS) as ActivityKind[],
  record: async (db, recorded, actor) => {
    const { viewer } = actor;
    if (!viewer) return;
    const actions = recorded
      .flatMap(({ activity }) => actionOf(activity) ?? [])
      .filter(({ authorId }) => authorId !== viewer.id);
    const signedIn: SignedInActor = { ...actor, viewer };
    await recordAudit(db, signedIn, db.companyId, ...actions);
  },
};
