import type { LiveEvent } from "#contract/events.ts";
import type {
  Activity,
  ActivityConsumer,
  ActivityEvent,
} from "#server/platform/activity/activity.ts";
import { isForAdmins } from "#server/platform/activity/isForAdmins.ts";

/**
 * Publishes events that tell open pages what to refetch. If an item was moved, merged or unmerged,
 * the viewers of both boards get an event.
 */
export const liveUpdatesConsumer: ActivityConsumer = {
  name: "liveUpdates",
  eventsOf: (activity) => {
    const { feedbackId } = activity;
    if (activity.kind === "post_waiting") return waitingEvents(activity);
    const isPrivate = activity.isPrivate || isForAdmins(activity);
    const events: ActivityEvent[] = [{ event: eventOf(activity), isPrivate }];
    if (activity.kind === "item_changed" && activity.data.movedFrom) {
      const { boardId, isPrivate: wasPrivate } = activity.data.movedFrom;
      events.push({ event: { kind: "item", feedbackId, boardId }, isPrivate: wasPrivate });
    }
    if (activity.kind === "item_merged" || activity.kind === "item_unmerged") {
      const { targetId, target } = activity.data;
      const event = { kind: "item", feedbackId: targetId, boardId: target.boardId } as const;
      events.push({ event, isPrivate: target.isPrivate });
    }
    // The deleted post was possibly in the moderation queue, because it was reported or pending.
    if (activity.kind === "item_deleted" || activity.kind === "comment_deleted")
      events.push({ event: { kind: "moderation" }, isPrivate: true });
    return events;
  },
};

/** Tells the open pages of the company's admins that a post waits for approval. */
function waitingEvents({ feedbackId, boardId, data }: Activity<"post_waiting">): ActivityEvent[] {
  const moderation = { event: { kind: "moderation" }, isPrivate: true } as const;
  if (data.commentId === null) return [moderation];
  const comment = { kind: "comment", feedbackId, boardId, commentsCount: null } as const;
  return [{ event: comment, isPrivate: true }, moderation];
}

function eventOf({ kind, feedbackId, boardId, data }: Activity): LiveEvent {
  const item = { feedbackId, boardId };
  if (kind === "vote_cast" || kind === "vote_recorded")
    return { kind: "vote", ...item, votes: data.votes };
  if (kind === "comment_added")
    return { kind: "comment", ...item, commentsCount: data.commentsCount };
  if (kind === "comment_deleted" || kind === "comment_edited" || kind === "note_added")
    return { kind: "comment", ...item, commentsCount: null };
  return { kind: kind === "status_changed" ? "status" : "item", ...item };
}
