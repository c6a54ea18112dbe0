import * as z from "zod/mini";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { Database } from "#server/platform/db/database.ts";
import { claimSomeItems, deleteClaimed, findClaimed } from "./importClaims.queries.ts";

const ClaimKey = z.object({ companyId: z.number(), userId: z.number() });

/**
 * Gives an account what imports of a company have brought of the person with its confirmed address,
 * and deletes the imported person. The job can be repeated.
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
      const personId = person.id;
      const items = await db.all(claimSomeItems, { ...claim, personId });
      if (items.length === 0) await db.all(deleteClaimed, { companyId, claimedId: personId });
      return items.length > 0;
    });
    if (!isLeft) break;
  }
  changes.publish({ companyId, isPrivate: false, events: [{ kind: "anything" }] });
}
