import type { ResponseOf } from "#contract/endpoint.ts";
import type { closingApi } from "#contract/closing.ts";
import { NOT_OPEN } from "#contract/feedback.ts";
import { lockItems } from "#server/features/feedback/bulkChanges.queries.ts";
import type { ItemSnapshot } from "#server/features/feedback/feedback.queries.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { closeItems } from "./closing.queries.ts";
import { closingActivity } from "./closingActivity.ts";
import { reopenAll } from "./reopenFeedback.ts";

type Result = ResponseOf<typeof closingApi.closeInBulk>;

/** Closes several items in one transaction, with one reason and note. */
export async function closeInBulk({
  db,
  body,
  response,
}: Handled<typeof closingApi.closeInBulk, TenantUserContext>): Promise<Result> {
  const { ids, reason: closeReason, note } = body;
  return db.transaction(async (transaction) => {
    const open = await lockItemsOf("open", transaction, ids);
    if (open.length === 0) response.unchanged();
    const { companyId } = transaction;
    const feedbackIds = open.map(({ id }) => id);
    await transaction.all(closeItems, { companyId, feedbackIds, closeReason, note: note || null });
    const isBulk = open.length > 1;
    await response.record(transaction, ...open.map((item) => closingActivity(item, body, isBulk)));
    return resultsOf(ids, open);
  });
}

/** Reopens several items in one transaction. */
export async function reopenInBulk(
  context: Handled<typeof closingApi.reopenInBulk, TenantUserContext>,
): Promise<Result> {
  const { ids } = context.body;
  return context.db.transaction(async (transaction) => {
    const closed = await lockItemsOf("closed", transaction, ids);
    await reopenAll(transaction, closed, context);
    return resultsOf(ids, closed);
  });
}

/**
 * Locks items and returns those in the given state.
 * @throws HttpError 404 if any of the items does not exist in the company, 409 if an item is
 * neither open nor closed
 */
async function lockItemsOf(
  state: "open" | "closed",
  db: TenantDb,
  ids: readonly number[],
): Promise<ItemSnapshot[]> {
  const items = await lockItems(db, ids, "change");
  if (items.some((item) => item.state === "pending")) throw conflict(NOT_OPEN.pending);
  return items.filter((item) => item.state === state);
}

function resultsOf(ids: readonly number[], changed: readonly { id: number }[]): Result {
  const changedIds = new Set(changed.map(({ id }) => id));
  return { results: ids.map((id) => ({ id, changed: changedIds.has(id) })) };
}
