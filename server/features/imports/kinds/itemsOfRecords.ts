import { listImportedItemIds } from "#server/features/imports/importedItems.queries.ts";
import { listPlannedKeys } from "#server/features/imports/importRecords.queries.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import type { PlanContext } from "./recordKind.ts";

/** The item that a record refers to. The ids are null for an item that the run will create. */
export type ItemOfRecord =
  | { feedbackId: number | null; mergedIntoId: number | null }
  | { problem: string };

/**
 * Finds the items that records of other kinds refer to. The items come from an earlier import or
 * will be created by this import; the latter have no id yet.
 */
export async function findItems(
  db: TenantDb,
  itemKeys: readonly string[],
  { importId, source }: Pick<PlanContext, "importId" | "source">,
): Promise<(key: string) => ItemOfRecord> {
  const { companyId } = db;
  const keys = [...new Set(itemKeys)];
  const imported = await db.all(listImportedItemIds, { companyId, source, keys });
  const known = new Map(imported.map((item) => [item.key, item]));
  const planned = await db.all(listPlannedKeys, { companyId, importId, recordKind: "item", keys });
  const isPlanned = new Set(planned.map(({ key }) => key));
  return (key) => {
    const item = known.get(key);
    if (item) {
      const { feedbackId, mergedIntoId } = item;
      return feedbackId === null
        ? { problem: "The item was deleted here" }
        : { feedbackId, mergedIntoId };
    }
    if (isPlanned.has(key)) return { feedbackId: null, mergedIntoId: null };
    return { problem: "The item is skipped or not in the file" };
  };
}

/** Returns the ids of the items that records refer to. Deleted and merged items are left out. */
export async function itemIdsOf(
  db: TenantDb,
  source: string,
  itemKeys: readonly string[],
): Promise<Map<string, number>> {
  const keys = [...new Set(itemKeys)];
  const items = await db.all(listImportedItemIds, { companyId: db.companyId, source, keys });
  return new Map(
    items.flatMap(({ key, feedbackId, mergedIntoId }) =>
      feedbackId === null || mergedIntoId !== null ? [] : [[key, feedbackId] as const],
    ),
  );
}
