import { listImportedItemIds } from "#server/features/imports/importedItems.queries.ts";
import type { ItemAndUser } from "#server/features/imports/importedEntries.queries.ts";
import { findPeople } from "#server/features/imports/importedPeople.ts";
import type { PlannedPerson } from "#server/features/imports/sources/recordChecks.ts";
import type { Statement } from "#server/platform/db/statement.ts";
import type { TenantDb } from "#server/platform/db/database.ts";
import { findItems, itemIdsOf } from "./itemsOfRecords.ts";
import type {
  CheckedRecord,
  Plan,
  PlanContext,
  WritableRecord,
  WriteContext,
} from "./recordKind.ts";
import { created, same, skipped } from "./recordKind.ts";

/** The data of a vote or a level of following. A person has at most one of each for an item. */
export interface PairData {
  item: string;
  person: PlannedPerson;
  createdAt: string | null;
}

type ListPairs = Statement<
  { companyId: number; feedbackIds: number[]; userIds: number[] },
  ItemAndUser
>;

const idOf = ({ feedbackId, userId }: ItemAndUser) => `${String(feedbackId)} ${String(userId)}`;

/** Plans votes or levels of following. Votes and levels that exist already are not changed. */
export async function planPairs<Data extends PairData>(
  db: TenantDb,
  records: readonly CheckedRecord<Data>[],
  context: PlanContext,
  list: ListPairs,
): Promise<Plan<Data>[]> {
  const itemOf = await findItems(
    db,
    records.map(({ data }) => data.item),
    context,
  );
  const people = await findPeople(
    db,
    records.map(({ data }) => data.person),
  );
  const pairOf = ({ item, person }: Data): ItemAndUser | undefined => {
    const found = itemOf(item);
    const userId = people.get(person.key);
    if ("problem" in found || found.feedbackId === null || typeof userId !== "number")
      return undefined;
    return { feedbackId: found.feedbackId, userId };
  };
  const pairs = records.flatMap(({ data }) => pairOf(data) ?? []);
  const existing = pairs.length === 0 ? [] : await listPairs(db, list, pairs);
  const exists = new Set(existing.map(idOf));
  return records.map(({ data }) => {
    const found = itemOf(data.item);
    if ("problem" in found) return skipped(found.problem);
    if (people.get(data.person.key) === null) return skipped("The person was deleted here");
    const pair = pairOf(data);
    if (pair && exists.has(idOf(pair))) return same;
    if (found.mergedIntoId !== null) return skipped("The item was merged here");
    return created(data);
  });
}

function listPairs(
  db: TenantDb,
  list: ListPairs,
  pairs: readonly ItemAndUser[],
): Promise<ItemAndUser[]> {
  const feedbackIds = pairs.map(({ feedbackId }) => feedbackId);
  const userIds = pairs.map(({ userId }) => userId);
  return db.all(list, { companyId: db.companyId, feedbackIds, userIds });
}

/**
 * Returns the ids of the item and the person of each record. Leaves out records whose item was
 * deleted or merged, or whose person was deleted.
 */
export async function pairsToWrite<Data extends PairData>(
  db: TenantDb,
  records: readonly WritableRecord<Data>[],
  { source, people }: WriteContext,
): Promise<(ItemAndUser & { row: WritableRecord<Data> })[]> {
  const ids = await itemIdsOf(
    db,
    source,
    records.map(({ record }) => record.item),
  );
  return records.flatMap((row) => {
    const feedbackId = ids.get(row.record.item);
    const userId = people.get(row.record.person.key);
    return feedbackId === undefined || typeof userId !== "number"
      ? []
      : [{ feedbackId, userId, row }];
  });
}

/** Returns the positions of the records whose pairs were inserted. */
export function positionsOf(
  pairs: readonly (ItemAndUser & { row: { position: number } })[],
  inserted: readonly ItemAndUser[],
): number[] {
  const written = new Set(inserted.map(idOf));
  return pairs.filter((pair) => written.has(idOf(pair))).map(({ row }) => row.position);
}

/**
 * Returns the pairs of written records, and the targets into which the records' items have been
 * merged after the import.
 */
export async function pairsToTakeBack<Data extends PairData>(
  db: TenantDb,
  records: readonly WritableRecord<Data>[],
  { source, people }: WriteContext,
): Promise<{
  feedbackIds: number[];
  userIds: number[];
  createdAts: (string | null)[];
  targetIds: number[];
}> {
  const { companyId } = db;
  const keys = [...new Set(records.map(({ record }) => record.item))];
  const found = await db.all(listImportedItemIds, { companyId, source, keys });
  const items = new Map(found.map((row) => [row.key, row]));
  const pairs = records.flatMap(({ record }) => {
    const feedbackId = items.get(record.item)?.feedbackId ?? null;
    const userId = people.get(record.person.key);
    return feedbackId === null || typeof userId !== "number"
      ? []
      : [{ feedbackId, userId, createdAt: record.createdAt }];
  });
  return {
    feedbackIds: pairs.map(({ feedbackId }) => feedbackId),
    userIds: pairs.map(({ userId }) => userId),
    createdAts: pairs.map(({ createdAt }) => createdAt),
    targetIds: [...new Set(found.flatMap(({ mergedIntoId }) => mergedIntoId ?? []))],
  };
}
