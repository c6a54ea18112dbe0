import { listImportedItemIds } from "#server/features/imports/importedItems.queries.ts";
import type { ItemAndUser } from "#server/features/imports/importedPairs.queries.ts";
import { findPeople } from "#server/features/imports/importedPeople.queries.ts";
import type { PlannedPerson } from "#server/features/imports/importedPeople.queries.ts";
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
  /** The merged item from which a merge has copied the record. */
  mergedFrom?: string | null;
}

const itemKeysOf = ({ item, mergedFrom }: PairData) => (mergedFrom ? [item, mergedFrom] : [item]);

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
    records.flatMap(({ data }) => itemKeysOf(data)),
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
    const origin = data.mergedFrom ? itemOf(data.mergedFrom) : null;
    if (origin && "problem" in origin) return skipped(origin.problem);
    const pair = pairOf(data);
    if (pair && exists.has(idOf(pair))) return same;
    if (found.mergedIntoId !== null) return skipped("The item was merged here");
    // If the merged item already exists, the merge copies the item's current votes and levels to
    // the target. The copies in the file are therefore not written.
    if (origin && origin.feedbackId !== null) return same;
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
 * Returns the ids of the item and the person of each record. Leaves out a record if its person was
 * deleted, or if its item, or the item from which a merge has copied it, was deleted or merged.
 */
export async function pairsToWrite<Data extends PairData>(
  db: TenantDb,
  records: readonly WritableRecord<Data>[],
  { source, people }: WriteContext,
): Promise<(ItemAndUser & { mergedFromId: number | null; row: WritableRecord<Data> })[]> {
  const ids = await itemIdsOf(
    db,
    source,
    records.flatMap(({ record }) => itemKeysOf(record)),
  );
  return records.flatMap((row) => {
    const { item, person, mergedFrom } = row.record;
    const feedbackId = ids.get(item);
    const userId = people.get(person.key);
    const mergedFromId = mergedFrom ? ids.get(mergedFrom) : null;
    return feedbackId === undefined || mergedFromId === undefined || typeof userId !== "number"
      ? []
      : [{ feedbackId, userId, mergedFromId, row }];
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
 * Returns the pairs of written records with these records in the same order, and the targets into
 * which the records' items have been merged after the import.
 */
export async function pairsToTakeBack<Data extends PairData>(
  db: TenantDb,
  records: readonly WritableRecord<Data>[],
  { source, people }: WriteContext,
): Promise<{
  pairs: {
    feedbackIds: number[];
    userIds: number[];
    createdAts: (string | null)[];
    mergedFromIds: (number | null)[];
  };
  written: Data[];
  targetIds: number[];
}> {
  const { companyId } = db;
  const keys = [...new Set(records.flatMap(({ record }) => itemKeysOf(record)))];
  const found = await db.all(listImportedItemIds, { companyId, source, keys });
  const items = new Map(found.map((row) => [row.key, row]));
  const pairs = records.flatMap(({ record }) => {
    const feedbackId = items.get(record.item)?.feedbackId ?? null;
    const userId = people.get(record.person.key);
    const mergedFromId = items.get(record.mergedFrom ?? "")?.feedbackId ?? null;
    return feedbackId === null || typeof userId !== "number"
      ? []
      : [{ feedbackId, userId, mergedFromId, record }];
  });
  return {
    pairs: {
      feedbackIds: pairs.map(({ feedbackId }) => feedbackId),
      userIds: pairs.map(({ userId }) => userId),
      createdAts: pairs.map(({ record }) => record.createdAt),
      mergedFromIds: pairs.map(({ mergedFromId }) => mergedFromId),
    },
    written: pairs.map(({ record }) => record),
    targetIds: [...new Set(found.flatMap(({ mergedIntoId }) => mergedIntoId ?? []))],
  };
}
