import {
  deleteVotes,
  insertVotes,
  listVotes,
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
import { copyVotes, deleteCopiedVotes } from "#server/features/unmerging/copies.queries.ts";
import type { PlannedPerson } from "#server/features/imports/importedPeople.queries.ts";
import type { PairData } from "./pairs.ts";
import { pairsToTakeBack, pairsToWrite, planPairs, positionsOf } from "./pairs.ts";
import type { RecordKind } from "./recordKind.ts";

interface VoteData extends PairData {
  /** The admin who recorded the vote. */
  recorder: PlannedPerson | null;
  isFollowing?: boolean | undefined;
  isRecorded?: boolean | undefined;
}

export const vote: RecordKind<VoteData> = {
  order: "key",

  check(record, { companyId }) {
    if (record.kind !== "vote") throw new RecordProblem("This is no vote");
    const person = optionalPerson(record.voter, companyId);
    if (!person) throw new RecordProblem("The vote has no voter");
    const itemKey = requireKey(record.item);
    const { exported } = record;
    const optional = new OptionalFields();
    return {
      leftOut: optional.leftOut,
      key: `${itemKey} ${person.key}`,
      title: excerptOf(record.voter.name ?? record.voter.address ?? ""),
      data: {
        item: itemKey,
        person,
        createdAt: optional.read("date", () => optionalDate(record.createdAt)),
        recorder: optional.read("recorder", () =>
          optionalPerson(exported?.recorder ?? null, companyId),
        ),
        isFollowing: exported?.isFollowing,
        isRecorded: exported?.isRecorded,
        mergedFrom: optionalKey(record.mergedFrom),
      },
    };
  },

  plan: (db, records, context) => planPairs(db, records, context, listVotes),

  async write(db, records, context) {
    const { companyId } = db;
    const pairs = await pairsToWrite(db, records, context);
    await db.all(lockImportedItems, { companyId, ids: pairs.map(({ feedbackId }) => feedbackId) });
    const newVotes = pairs.map(({ feedbackId, userId, mergedFromId, row: { record } }) => ({
      feedback_id: feedbackId,
      user_id: userId,
      created_at: record.createdAt,
      is_following: record.isFollowing,
      is_recorded: record.isRecorded,
      recorded_by_id: record.recorder && context.people.get(record.recorder.key),
      merged_from_id: mergedFromId,
    }));
    const inserted = await db.all(insertVotes, { companyId, newVotes: JSON.stringify(newVotes) });
    return positionsOf(pairs, inserted);
  },

  async takeBack(db, records, context) {
    const { companyId, from, to } = context;
    const { pairs, targetIds } = await pairsToTakeBack(db, records, context);
    await db.all(lockImportedItems, { companyId, ids: [...pairs.feedbackIds, ...targetIds] });
    await db.all(deleteVotes, { companyId, from, to, ...pairs });
    // Merges since the import have copied votes to the targets. These copies are deleted as well.
    if (targetIds.length > 0) {
      const copies = { companyId, targetIds: [], sourceIds: pairs.feedbackIds, keptIds: [] };
      await db.all(deleteCopiedVotes, copies);
    }
    for (const targetId of targetIds) await db.all(copyVotes, { companyId, targetId });
  },
};
