import * as z from "zod/mini";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { Database, SystemDb } from "#server/platform/db/database.ts";
import type { Statement } from "#server/platform/db/statement.ts";
import type { ChosenItem, Transfer } from "./importClaims.queries.ts";
import {
  claimBlock,
  claimFollows,
  claimOrganisation,
  claimPerson,
  claimSomeComments,
  claimSomeItems,
  claimSomeReactions,
  claimSomeRecordedVotes,
  claimSomeStatusChanges,
  claimSomeVotes,
  deleteClaimed,
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
  claimSomeReactions,
  claimSomeVotes,
  claimSomeRecordedVotes,
];

const ClaimKey = z.object({ companyId: z.number(), userId: z.number() });

/**
 * Gives an account the items, comments, votes and other content that imports of a company have
 * created for the person with the account's confirmed e-mail address. Then deletes the imported
 * person. The job can safely run several times.
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
      await keepOne(db, transfer, { list: listVotedItems, remove: deleteVotesFor });
      await keepOne(db, transfer, { list: listFollowedItems, remove: deleteFollowsOf });
      for (const some of TRANSFERS) if ((await db.all(some, transfer)).length > 0) return true;
      await db.all(claimFollows, transfer);
      await db.all(claimBlock, transfer);
      await db.all(claimOrganisation, transfer);
      await db.all(claimPerson, transfer);
      await db.all(deleteClaimed, { companyId, claimedId: person.id });
      return false;
    });
    if (!isLeft) break;
  }
  changes.publish({ companyId, isPrivate: false, events: [{ kind: "anything" }] });
}

interface Choices {
  list: typeof listVotedItems;
  remove: typeof deleteVotesFor;
}

/**
 * Deletes votes or levels of following so that at most one of the two accounts has one for each
 * item. The claimant keeps its own, unless it is the copy that a merge has made, and the imported
 * person has voted or has chosen a level.
 */
async function keepOne(
  db: SystemDb,
  { companyId, claimantId, personId }: Transfer,
  { list, remove }: Choices,
): Promise<void> {
  const [claimant, person] = [
    { companyId, userId: claimantId },
    { companyId, userId: personId },
  ];
  const ofPerson = new Map((await db.all(list, person)).map((item) => [item.feedbackId, item]));
  const both = (await db.all(list, claimant)).filter(({ feedbackId }) => ofPerson.has(feedbackId));
  const isReplaced = ({ feedbackId, isCopy }: ChosenItem) =>
    isCopy && ofPerson.get(feedbackId)?.isCopy === false;
  const idsOf = (items: readonly ChosenItem[]) => items.map(({ feedbackId }) => feedbackId);
  await db.all(remove, { ...claimant, feedbackIds: idsOf(both.filter(isReplaced)) });
  const kept = both.filter((item) => !isReplaced(item));
  await db.all(remove, { ...person, feedbackIds: idsOf(kept) });
}
