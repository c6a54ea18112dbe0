import * as z from "zod/mini";
import { moveContent } from "#server/features/users/moveContent.queries.ts";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { Database } from "#server/platform/db/database.ts";
import { deleteClaimed, findClaimed } from "./importClaims.queries.ts";

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
  for (;;) {
    signal?.throwIfAborted();
    const isLeft = await system.transaction(async (db) => {
      const person = await db.first(findClaimed, { companyId, userId });
      if (!person) return false;
      const move = { companyId, claimantId: userId, personId: person.id };
      if (await moveContent(db, move)) return true;
      await db.all(deleteClaimed, { companyId, claimedId: person.id });
      return false;
    });
    if (!isLeft) break;
  }
  changes.publish({ companyId, isPrivate: false, events: [{ kind: "anything" }] });
}
