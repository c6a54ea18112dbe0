import type { InputOf, ResultOf } from "#contract/api.ts";
import type { QueryClient } from "@tanstack/react-query";
import type { FeedbackDetail, FeedbackItem } from "#contract/feedback.ts";
import type { BulkField } from "#contract/feedbackFields.ts";
import { invalidateAffected } from "#web/app/api/affectedQueries.ts";
import { callThrough } from "#web/app/api/apiQuery.ts";
import { isApiError } from "#web/app/api/call.ts";
import { toastWithUndo } from "#web/app/api/toastWithUndo.ts";
import { updateItemInCache } from "#web/app/api/updateItemInCache.ts";
import type { ToastMessage } from "#web/ui/toast.ts";
import { toast } from "#web/ui/toast.ts";

/**
 * A change of one item field that a menu of the list can make. With a status, `notify` can turn the
 * notifications off.
 */
export type FieldChange = Pick<
  InputOf<"POST /api/feedback/bulk">["body"]["changes"],
  BulkField | "notify"
>;

/**
 * Shows a toast about a change of items. If the request has changed any item, the toast offers
 * 'Undo'.
 * @param messageOf returns the toast for a number of changed items
 */
export function toastChanged(
  client: QueryClient,
  { results, undoToken }: ResultOf<"POST /api/feedback/bulk">,
  messageOf: (count: number) => ToastMessage,
): void {
  const count = results.filter(({ changed }) => changed).length;
  if (count > 0) toastWithUndo(client, messageOf(count), { undoToken, changes: "item" });
  else toast({ title: "Nothing changed", description: "The change had already been made." });
}

/**
 * Changes one field of items, and shows a toast with 'Undo'. If the user leaves the list, the
 * change still completes.
 * @param messageOf returns the toast for a number of changed items
 */
export async function changeItems(
  client: QueryClient,
  items: readonly FeedbackItem[],
  change: FieldChange,
  messageOf: (count: number) => ToastMessage,
): Promise<boolean> {
  const ids = items.map(({ id }) => id);
  return attempt(client, async () => {
    const input = { body: { ids, changes: change } };
    const response = await callThrough(client, "POST /api/feedback/bulk", input);
    const { notify: _, ...values } = change;
    for (const id of ids) updateItemInCache(client, id, (item) => ({ ...item, ...values }));
    toastChanged(client, response, messageOf);
  });
}

/** Deletes items and shows a toast. */
export function deleteItems(client: QueryClient, ids: readonly number[]): Promise<boolean> {
  return attempt(client, async () => {
    await callThrough(client, "POST /api/feedback/bulk", {
      body: { ids, changes: { delete: true } },
    });
    toast({ title: ids.length === 1 ? "1 item deleted" : `${String(ids.length)} items deleted` });
  });
}

/** Writes the new state of items to the cache of the items' pages. */
export function writeStateToCache(
  client: QueryClient,
  ids: readonly number[],
  change: Pick<FeedbackDetail, "state" | "mergedIntoId">,
): void {
  client.setQueriesData<FeedbackDetail>({ queryKey: ["/api/feedback/:id"] }, (item) =>
    item && ids.includes(item.id) ? { ...item, ...change } : undefined,
  );
}

/**
 * Sends requests, and shows an error of a request in a toast. Refetches all queries that the
 * requests may have affected. Returns whether all requests succeeded.
 */
async function attempt(client: QueryClient, calls: () => Promise<unknown>): Promise<boolean> {
  try {
    await calls();
    return true;
  } catch (error) {
    const message = isApiError(error) ? error.serverMessage : null;
    const description = message ?? "Failed to update feedback";
    toast({ title: "Error", description, variant: "destructive" });
    return false;
  } finally {
    void invalidateAffected(client, "item");
  }
}
