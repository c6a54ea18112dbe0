import type { ResponseOf } from "#contract/endpoint.ts";
import type { closingApi } from "#contract/closing.ts";
import { writtenNote } from "#contract/markdown/writtenText.ts";
import { refusePictures } from "#server/features/attachedPictures/attachPictures.queries.ts";
import { lockItems } from "#server/features/feedback/bulkChanges.queries.ts";
import { offerUndo } from "#server/features/undo/undo.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { closeItems, listClosings } from "./closing.queries.ts";
import { closingActivity } from "./closingActivity.ts";

type Result = ResponseOf<typeof closingApi.closeInBulk>;

/** Closes several items in one transaction, with one reason and note. */
export async function closeInBulk({
  db,
  body,
  viewer,
  response,
}: Handled<typeof closingApi.closeInBulk, TenantUserContext>): Promise<Result> {
  const { ids, reason: closeReason, note } = body;
  refusePictures("note", note);
  return db.transaction(async (transaction) => {
    const items = await lockItems(transaction, ids, "change");
    const open = items.filter(({ state }) => state === "open");
    const openIds = new Set(open.map(({ id }) => id));
    const results = ids.map((id) => ({ id, changed: openIds.has(id) }));
    if (open.length === 0) {
      response.unchanged();
      return { results, undoToken: null };
    }
    const { companyId } = transaction;
    const feedbackIds = [...openIds];
    await transaction.all(closeItems, {
      companyId,
      feedbackIds,
      closeReason,
      ...writtenNote(note),
    });
    const isBulk = open.length > 1;
    await response.record(transaction, ...open.map((item) => closingActivity(item, body, isBulk)));
    const closings = await transaction.all(listClosings, { companyId, feedbackIds });
    const undoToken = await offerUndo(transaction, viewer, "closing", { closings });
    return { results, undoToken };
  });
}
