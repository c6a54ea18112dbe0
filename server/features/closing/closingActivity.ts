import type { BodyOf } from "#contract/endpoint.ts";
import type { closingApi } from "#contract/closing.ts";
import { writtenNote } from "#contract/markdown/writtenText.ts";
import type { ItemSnapshot } from "#server/features/feedback/feedback.queries.ts";
import type { Activity } from "#server/platform/activity/activity.ts";

/** Returns the activity that records the closing of an open item. */
export function closingActivity(
  { id: feedbackId, boardId, isPrivate, title, userId: authorId, isAnswered }: ItemSnapshot,
  { reason, note, notify }: BodyOf<typeof closingApi.close>,
  isBulk = false,
): Activity {
  const data = {
    authorId,
    title,
    reason,
    ...writtenNote(note),
    isSilent: notify === false,
    wasAnswered: isAnswered,
    ...(isBulk && { isBulk: true as const }),
  };
  const item = { feedbackId, boardId, isPrivate };
  return { kind: "item_closed", ...item, data };
}
