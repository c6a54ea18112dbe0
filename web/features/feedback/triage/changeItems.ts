import type { QueryClient } from "@tanstack/react-query";
import { boardsApi } from "#contract/boards.ts";
import { bulkChangesApi } from "#contract/bulkChanges.ts";
import { categoriesApi } from "#contract/categories.ts";
import { closingApi } from "#contract/closing.ts";
import { commentsApi } from "#contract/comments.ts";
import type { CallInput, ResponseOf } from "#contract/endpoint.ts";
import type { FeedbackDetail, FeedbackItem } from "#contract/feedback.ts";
import { feedbackApi } from "#contract/feedback.ts";
import { mergingApi } from "#contract/merging.ts";
import { callThrough } from "#web/app/api/apiQuery.ts";
import { isApiError } from "#web/app/api/call.ts";
import { updateItemInCache } from "#web/app/api/updateItemInCache.ts";
import { toast } from "#web/ui/toast.ts";

/**
 * A change of one item field that a menu of the list can make. With a status, `notify` can turn the
 * notifications off.
 */
export type FieldChange = Pick<
  CallInput<typeof bulkChangesApi.change>["body"]["changes"],
  "status" | "notify" | "boardId" | "category" | "boardCategoryId" | "assigneeId"
>;
type Field = Exclude<keyof FieldChange, "notify">;

/** The queries to refetch after items of a list were changed, closed or merged. */
export const AFFECTED_QUERIES = [
  feedbackApi.list,
  feedbackApi.listOnBoard,
  feedbackApi.get,
  feedbackApi.history,
  commentsApi.list,
  mergingApi.list,
  boardsApi.list,
  categoriesApi.list,
] as const;

/**
 * Shows a toast about a change of items. If the request has changed any item, the toast offers
 * 'Undo', which is called with the ids of the changed items only. An undo of the other items would
 * take back the work of somebody else.
 * @param titleOf returns the title of the toast for a number of changed items
 * @param onUndo called with the ids of the changed items
 */
export function toastChanged(
  { results }: ResponseOf<typeof bulkChangesApi.change>,
  titleOf: (count: number) => string,
  onUndo: (ids: readonly number[]) => unknown,
): void {
  const ids = results.filter(({ changed }) => changed).map(({ id }) => id);
  if (ids.length === 0)
    toast({ title: "Nothing changed", description: "The change had already been made." });
  else
    toast({
      title: titleOf(ids.length),
      action: { label: "Undo", onPress: () => void onUndo(ids) },
    });
}

/**
 * Changes one field of items, and shows a toast with 'Undo'. If the user leaves the list, the
 * change still completes.
 * @param titleOf returns the title of the toast for a number of changed items
 */
export async function changeItems(
  client: QueryClient,
  items: readonly FeedbackItem[],
  change: FieldChange,
  titleOf: (count: number) => string,
): Promise<boolean> {
  const ids = items.map(({ id }) => id);
  return attempt(client, async () => {
    const response = await send(client, ids, change);
    const { notify: _, ...values } = change;
    writeToCache(client, ids, values);
    // Another admin may have changed the items since the list was loaded. So the undo restores the
    // values that the server has replaced, not the values that the list has shown.
    const former = new Map(response.results.map((result) => [result.id, result.former]));
    toastChanged(response, titleOf, (changedIds) => {
      const changed = items.filter(({ id }) => changedIds.includes(id));
      const restored = changed.map((item) => Object.assign({}, item, former.get(item.id)));
      return undo(client, restored, change);
    });
  });
}

/** Deletes items and shows a toast. */
export function deleteItems(client: QueryClient, ids: readonly number[]): Promise<boolean> {
  return attempt(client, async () => {
    await callThrough(client, bulkChangesApi.change, { body: { ids, changes: { delete: true } } });
    toast({ title: ids.length === 1 ? "1 item deleted" : `${String(ids.length)} items deleted` });
  });
}

/** Reopens items that were closed, to undo their closing. */
export function reopenItems(client: QueryClient, ids: readonly number[]): Promise<boolean> {
  return attempt(client, async () => {
    await callThrough(client, closingApi.reopenInBulk, { body: { ids } });
    toast({ title: "Undone" });
  });
}

/**
 * Undoes a merge of items.
 * @param items the merged items in the state before the merge
 */
export function unmergeItems(
  client: QueryClient,
  items: readonly FeedbackItem[],
): Promise<boolean> {
  const ids = items.map(({ id }) => id);
  return attempt(client, async () => {
    await callThrough(client, mergingApi.unmergeInBulk, { body: { ids } });
    for (const { id, state } of items)
      writeStateToCache(client, [id], { state, mergedIntoId: null });
    toast({ title: "Undone" });
  });
}

/** Writes the new state of items to the cache of the items' pages. */
export function writeStateToCache(
  client: QueryClient,
  ids: readonly number[],
  change: Pick<FeedbackDetail, "state" | "mergedIntoId">,
): void {
  client.setQueriesData<FeedbackDetail>({ queryKey: [feedbackApi.get.path] }, (item) =>
    item && ids.includes(item.id) ? { ...item, ...change } : undefined,
  );
}

const send = (client: QueryClient, ids: readonly number[], changes: FieldChange) =>
  callThrough(client, bulkChangesApi.change, { body: { ids, changes } });

/**
 * Restores the former values of changed items. For a status, the server also removes the change
 * from the history. For other fields, one request restores all items that had the same value. An
 * item whose former assignee is no longer an admin is left unassigned.
 */
async function undo(client: QueryClient, items: readonly FeedbackItem[], change: FieldChange) {
  const unassigned: FeedbackItem[] = [];
  const isUndone = await attempt(client, async () => {
    if (change.status !== undefined) {
      const ids = items.map(({ id }) => id);
      const { results } = await callThrough(client, bulkChangesApi.undo, { body: { ids } });
      for (const { id, status } of results) writeToCache(client, [id], { status });
      return;
    }
    const [field] = Object.keys(change) as Field[];
    if (field === undefined) return;
    const failures: Error[] = [];
    for (const [value, same] of Map.groupBy(items, (item) => item[field])) {
      const ids = same.map(({ id }) => id);
      try {
        const isRestored = await restore(client, ids, { [field]: value });
        if (!isRestored) unassigned.push(...same);
      } catch (error) {
        // For example, a former board was deleted. The items of the other boards are still restored.
        failures.push(error instanceof Error ? error : new Error(String(error)));
      }
    }
    const [failure] = failures;
    if (failure) throw failure;
  });
  if (isUndone) toast({ title: "Undone", description: unassignedLabel(unassigned.length) });
}

/**
 * Gives items a former value. If the value is an assignee who is no longer an admin, unassigns the
 * items instead and returns false.
 */
async function restore(
  client: QueryClient,
  ids: readonly number[],
  change: FieldChange,
): Promise<boolean> {
  try {
    await send(client, ids, change);
    writeToCache(client, ids, change);
    return true;
  } catch (error) {
    if (!isFormerAssigneeRefused(error)) throw error;
    await send(client, ids, { assigneeId: null });
    writeToCache(client, ids, { assigneeId: null });
    return false;
  }
}

/** Writes new values of items to all cached lists and to the cache of the items' pages. */
function writeToCache(
  client: QueryClient,
  ids: readonly number[],
  values: Partial<FeedbackItem>,
): void {
  for (const id of ids) updateItemInCache(client, id, (item) => ({ ...item, ...values }));
}

/** Whether the server has refused an account as the assignee, because it is no longer an admin. */
const isFormerAssigneeRefused = (error: unknown): boolean =>
  isApiError(error) && error.status === 400 && error.fieldErrors["assigneeId"] !== undefined;

function unassignedLabel(count: number): string | undefined {
  if (count === 0) return undefined;
  const items = count === 1 ? "1 item is" : `${String(count)} items are`;
  return `${items} unassigned now. The former assignee is no longer an admin.`;
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
    for (const { path } of AFFECTED_QUERIES) void client.invalidateQueries({ queryKey: [path] });
  }
}
