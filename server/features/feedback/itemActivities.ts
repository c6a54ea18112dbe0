import type { BodyOf } from "#contract/endpoint.ts";
import type { feedbackApi } from "#contract/feedback.ts";
import type { Activity } from "#server/platform/activity/activity.ts";
import { auditedChanges } from "./auditedChanges.ts";
import type { DeletedItem, ItemSnapshot } from "./feedback.queries.ts";

type Changes = Pick<BodyOf<typeof feedbackApi.update>, "note" | "notify">;

/** Returns the activities of a change. A new status and other changes are two activities. */
export function activitiesOf(
  before: ItemSnapshot,
  after: ItemSnapshot,
  { note, notify }: Changes,
  isBulk = false,
): Activity[] {
  const { id: feedbackId, boardId, isPrivate } = after;
  const item = { feedbackId, boardId, isPrivate };
  const activities: Activity[] = [];
  if (before.status !== after.status) {
    const { status: fromStatus } = before;
    const { status: toStatus } = after;
    const isSilent = notify === false;
    const { isAnswered: wasAnswered } = before;
    const data = { fromStatus, toStatus, note: note || null, isSilent, wasAnswered };
    activities.push({
      kind: "status_changed",
      ...item,
      data: { ...data, ...(isBulk && { isBulk }) },
    });
  }
  const changes = auditedChanges(before, after);
  if (Object.keys(changes).length > 0) {
    const { userId: authorId, title } = before;
    const { boardId: formerId, isPrivate: wasPrivate } = before;
    const movedFrom = { boardId: formerId, isPrivate: wasPrivate };
    activities.push({
      kind: "item_changed",
      ...item,
      data: { authorId, title, changes, ...(formerId !== boardId && { movedFrom }) },
    });
  }
  return activities;
}

/** Returns the activities of a deletion of items. */
export function deletionsOf(deleted: readonly DeletedItem[]): Activity[] {
  return deleted.map(({ id: feedbackId, userId: authorId, boardId, isPrivate, ...data }) => {
    const item = { feedbackId, boardId, isPrivate };
    return { kind: "item_deleted", ...item, data: { authorId, ...data } };
  });
}
