import * as z from "zod/mini";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Statement } from "#server/platform/db/statement.ts";
import type { Transfer } from "./importClaims.queries.ts";
import {
  claimBlock,
  claimFollows,
  claimPerson,
  claimSomeComments,
  claimSomeItems,
  claimSomeRecordedVotes,
  claimSomeStatusChanges,
  claimSomeVotes,
  deleteClaimed,
  deleteCopiesOfFollows,
  deleteCopiesOfVotes,
  deleteFollowsOf,
  deleteVotesFor,
  findClaimed,
  listFollowedItems,
  listVotedItems,
} from "./importClaims.queries.ts";

/**
 * Each statement transfers up to 500 rows of the imported person to the account and returns the ids
 * of these rows.
 */
const TRANSFERS: readonly Statement<Transfer, object>[] = [
  claimSomeItems,
  claimSomeComments,
  claimSomeStatusChanges,
  claimSomeVotes,
  claimSomeRecordedVotes,
];

const idOf = ({ feedbackId }: { feedbackId: number }) => feedbackId;

const ClaimKey = z.object({ companyId: z.number(), userId: z.number() });

/**
 * Gives an account the items, comments, votes and other content that imports of a company have
 * created for the person with the account's confirmed address. Then deletes the imported person.
 * The job can safely run several times.
 */
export async function claimImported(
  {
    database,
    changes,
    signal,
  }: {
    database: Database;
    changes: Pick<ChangeFeed, "publish">;
    signal?: AbortSignal | undefined;
  },
  payload: unknown,
): Promise<void> {
  const { companyId, userId } = ClaimKey.parse(payload);
  const { system } = database.inTurnsOf(companyId);
  const claim = { companyId, userId };
  for (;;) {
    signal?.throwIfAborted();
    const isLeft = await system.transaction(async (db) => {
      const person = await db.first(findClaimed, claim);
      if (!person) return false;
      const transfer = { companyId, claimantId: userId, personId: person.id };
      // The account keeps its vote and level of following for an item. The imported person's vote
      // and level for the same item are deleted, unless the account has only copies of a merge.
      await db.all(deleteCopiesOfVotes, transfer);
      await db.all(deleteCopiesOfFollows, transfer);
      const voted = await db.all(listVotedItems, claim);
      const followed = await db.all(listFollowedItems, claim);
      await db.all(deleteVotesFor, { ...transfer, feedbackIds: voted.map(idOf) });
      await db.all(deleteFollowsOf, { ...transfer, feedbackIds: followed.map(idOf) });
      for (const some of TRANSFERS) if ((await db.all(some, transfer)).length > 0) return true;
      await db.all(claimFollows, transfer);
      await db.all(claimBlock, transfer);
      await db.all(claimPerson, transfer);
      await db.all(deleteClaimed, { companyId, claimedId: person.id });
      return false;
    });
    if (!isLeft) break;
  }
  changes.publish({ companyId, isPrivate: false, events: [{ kind: "anything" }] });
}
