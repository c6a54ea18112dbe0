import type { BodyOf } from "#contract/endpoint.ts";
import type { feedbackApi } from "#contract/feedback.ts";
import { CHANGEABLE_FIELDS } from "#contract/feedbackFields.ts";
import { writtenNote } from "#contract/markdown/writtenText.ts";
import type { Activity } from "#server/platform/activity/activity.ts";
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
    const data = { fromStatus, toStatus, ...writtenNote(note), isSilent, wasAnswered };
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

/**
 * The names under which references are recorded, and the recorded values. Boards and categories are
 * recorded by name, because they can be deleted later. Accounts are recorded by id, because a
 * deleted account's name must not remain in the log.
 */
const RECORDED_BY_NAME = {
  boardId: ["board", "boardName"],
  boardCategoryId: ["boardCategory", "boardCategoryName"],
} as const;

/**
 * Returns the differences between two states of an item as they are recorded in the audit log. For
 * the description, it returns only that the description has changed. A description can be long, and
 * text that an admin has removed must not remain in a log that cannot be edited. The status is
 * omitted, because it has its own history.
 */
function auditedChanges(before: ItemSnapshot, after: ItemSnapshot): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const field of CHANGEABLE_FIELDS) {
    if (field === "status" || before[field] === after[field]) continue;
    if (field === "description") changes[field] = "changed";
    else {
      const isNamed = field === "boardId" || field === "boardCategoryId";
      const [name, value] = isNamed ? RECORDED_BY_NAME[field] : ([field, field] as const);
      changes[name] = { from: before[value], to: after[value] };
    }
  }
  return changes;
}
