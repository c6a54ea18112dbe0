import { isDeepStrictEqual } from "node:util";
import { writtenNote } from "#contract/markdown/writtenText.ts";
import { lockFeedbackItems } from "#server/features/feedback/bulkChanges.queries.ts";
import type { Closing, Restore } from "#server/features/undo/undo.queries.ts";
import { resultOfItems } from "#server/features/undo/undoResult.policy.ts";
import type { TenantTransaction } from "#server/platform/db/database.ts";
import { closeAgain, listClosings } from "./closing.queries.ts";
import { closingActivity } from "./closingActivity.ts";
import { reopenAll } from "./reopenFeedback.ts";

/** Reopens the items that are still closed as the undone call has closed them. */
export const undoClosing: Restore<"closing"> = async (db, { closings }, context) => {
  const { existing, feedbackIds } = await lockClosed(db, closings);
  const current = await db.all(listClosings, { companyId: db.companyId, feedbackIds });
  const restored = existing.filter(({ id }) => {
    const [now, before] = [current, closings].map((list) =>
      list.find(({ feedbackId }) => feedbackId === id),
    );
    return now !== undefined && isDeepStrictEqual(now, before);
  });
  await reopenAll(db, restored, context);
  return resultOfItems(feedbackIds, { existing, restored });
};

/** Closes the items that are still open, with the former reasons and dates. Notifies nobody. */
export const undoReopening: Restore<"reopening"> = async (db, { closings }, { response }) => {
  const { existing, feedbackIds } = await lockClosed(db, closings);
  const restored = existing.filter(({ state }) => state === "open");
  const again = closings.filter(({ feedbackId }) => restored.some(({ id }) => id === feedbackId));
  await db.all(closeAgain, {
    companyId: db.companyId,
    closings: JSON.stringify(
      again.map((closing) => ({ ...closing, ...writtenNote(closing.note) })),
    ),
  });
  const activities = restored.flatMap((item) =>
    again
      .filter(({ feedbackId }) => feedbackId === item.id)
      .map(({ reason, note }) =>
        closingActivity(item, { reason, note: note ?? "", notify: false }),
      ),
  );
  await response.record(db, ...activities);
  return resultOfItems(feedbackIds, { existing, restored });
};

async function lockClosed(db: TenantTransaction, closings: readonly Closing[]) {
  const feedbackIds = closings.map(({ feedbackId }) => feedbackId);
  const { companyId } = db;
  const existing = await db.all(lockFeedbackItems("change"), { companyId, feedbackIds });
  return { existing, feedbackIds };
}
