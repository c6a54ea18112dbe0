import type { BodyOf } from "#contract/endpoint.ts";
import type { closingApi } from "#contract/closing.ts";
import type { FeedbackItem } from "#contract/feedback.ts";
import type { Activity } from "#server/platform/activity/activity.ts";

type ClosedItem = Pick<FeedbackItem, "id" | "boardId" | "title" | "userId"> & {
  isPrivate: boolean;
};

/** Returns the activity of an item's closing. */
export function closingActivity(
  { id: feedbackId, boardId, isPrivate, title, userId: authorId }: ClosedItem,
  { reason, note, notify }: BodyOf<typeof closingApi.close>,
  isBulk = false,
): Activity {
  const data = { authorId, title, reason, note: note || null, isSilent: notify === false };
  const item = { feedbackId, boardId, isPrivate };
  return { kind: "item_closed", ...item, data: { ...data, ...(isBulk && { isBulk }) } };
}
