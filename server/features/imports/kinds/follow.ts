import type { FollowLevel } from "#contract/followLevels.ts";
import {
  deleteFollows,
  insertFollows,
  listFollows,
} from "#server/features/imports/importedPairs.queries.ts";
import { lockImportedItems } from "#server/features/imports/importedItems.queries.ts";
import {
  excerptOf,
  optionalDate,
  OptionalFields,
  optionalKey,
  optionalPerson,
  RecordProblem,
  requireKey,
} from "#server/features/imports/sources/recordChecks.ts";
import { copyFollows, deleteCopiedFollows } from "#server/features/unmerging/copies.queries.ts";
import type { PairData } from "./pairs.ts";
import { pairsToTakeBack, pairsToWrite, planPairs, positionsOf } from "./pairs.ts";
import type { RecordKind } from "./recordKind.ts";

interface FollowData extends PairData {
  level: FollowLevel;
}

export const follow: RecordKind<FollowData> = {
  order: "key",

  check(record, { companyId }) {
    if (record.kind !== "follow") throw new RecordProblem("This is no follower");
    const person = optionalPerson(record.person, companyId);
    if (!person) throw new RecordProblem("The follower has no name and no address");
    const itemKey = requireKey(record.item);
    const optional = new OptionalFields();
    return {
      leftOut: optional.leftOut,
      key: `${itemKey} ${person.key}`,
      title: excerptOf(record.person.name ?? record.person.address ?? ""),
      data: {
        item: itemKey,
        person,
        level: record.level,
        createdAt: optional.read("date", () => optionalDate(record.createdAt)),
        mergedFrom: optionalKey(record.mergedFrom),
      },
    };
  },

  plan: (db, records, context) => planPairs(db, records, context, listFollows),

  async write(db, records, context) {
    const { companyId } = db;
    const pairs = await pairsToWrite(db, records, context);
    await db.all(lockImportedItems, { companyId, ids: pairs.map(({ feedbackId }) => feedbackId) });
    const newFollows = pairs.map(({ feedbackId, userId, mergedFromId, row: { record } }) => ({
      feedback_id: feedbackId,
      user_id: userId,
      level: record.level,
      created_at: record.createdAt,
      merged_from_id: mergedFromId,
    }));
    const inserted = await db.all(insertFollows, {
      companyId,
      newFollows: JSON.stringify(newFollows),
    });
    return positionsOf(pairs, inserted);
  },

  async takeBack(db, records, context) {
    const { companyId, from, to } = context;
    const { pairs, written, targetIds } = await pairsToTakeBack(db, records, context);
    const levels = written.map(({ level }) => level);
    await db.all(deleteFollows, { companyId, from, to, ...pairs, levels });
    // Merges since the import have copied levels of following to the targets. These copies are
    // deleted as well.
    if (targetIds.length > 0) {
      const copies = { companyId, targetIds: [], sourceIds: pairs.feedbackIds, keptIds: [] };
      await db.all(deleteCopiedFollows, copies);
    }
    for (const targetId of targetIds) await db.all(copyFollows, { companyId, targetId });
  },
};
