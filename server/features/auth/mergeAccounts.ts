import * as z from "zod/mini";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { deleteSessionsOf } from "#server/platform/access/session.queries.ts";
import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import type { ChangeFeed } from "#server/platform/changes/changeFeed.ts";
import type { Database } from "#server/platform/db/database.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import { enqueueAccountNotice } from "#server/platform/mail/enqueueAccountNotice.ts";
import { deleteSuppressionOf } from "#server/features/notificationSettings/notificationSettings.queries.ts";
import { deleteAccount, deleteUserRow } from "#server/features/users/deleteAccount.queries.ts";
import { listContentCompanies, moveContent } from "#server/features/users/moveContent.queries.ts";
import { findUserById, holdAccount } from "#server/features/users/users.queries.ts";
import { withdrawInvitationsOf } from "#server/features/members/withdrawInvitationsOf.queries.ts";
import { announceWayIn } from "./announceWayIn.ts";
import { endMergedAccount, findMergeProof, lockMergedAccount } from "./accountMerge.queries.ts";
import { deleteIdentitiesOf, moveIdentities } from "./signInIdentity.queries.ts";
import {
  lockBoth,
  refuseMerge,
  refuseOnCustomDomain,
  stateOf,
  unproved,
} from "./proveOtherAccount.ts";

/** Name of the job that moves the content of a merged account and deletes the account. */
export const MERGE_TASK = "moveMergedAccount";

/**
 * Merges the account that the session has proved into the viewer's. Its ways in and its sessions end
 * in this transaction; the job moves what it has written, because that can be a lot.
 * @throws HttpError 409 without a proof, or if the other account has changed since
 */
export async function mergeAccounts(context: SignedInContext): Promise<void> {
  const { database, viewer, sessionHash } = context;
  refuseOnCustomDomain(context);
  await database.system.transaction(async (db) => {
    const proof = await db.first(findMergeProof, { sessionHash });
    if (!proof) throw unproved();
    const { otherId } = proof;
    await lockBoth(db, context, otherId);
    const other = await db.first(findUserById, { userId: otherId });
    if (!other || !stateOf(other).equals(proof.otherState)) throw unproved();
    refuseMerge(other, viewer);
    await withdrawInvitationsOf(db, context, other);
    await db.all(deleteSessionsOf, { userId: otherId });
    await db.all(endMergedAccount, { userId: otherId, passwordHash: unusablePasswordHash() });
    // Whoever registered an address that nobody has confirmed has possibly connected their own.
    if (other.confirmedAt !== null)
      await db.all(moveIdentities, {
        userId: viewer.id,
        otherId,
        companyId: viewer.companyId,
        hasTokens: viewer.role === "user",
      });
    await db.all(deleteIdentitiesOf, { userId: otherId });
    const merge = { userId: viewer.id, otherId };
    await db.all(enqueueJob, { task: MERGE_TASK, payload: JSON.stringify(merge) });
    await enqueueAccountNotice(db, context, other, "accountMergedAway");
    await announceWayIn(db, context, "accountMerged", "sign-in.merge-account");
  });
}

const Merge = z.object({ userId: z.number(), otherId: z.number() });

/** Maximum number of companies of which one transaction moves content. */
const COMPANIES_AT_ONCE = 20;

/**
 * Moves what a merged account has written and chosen to the account that stays, and deletes it: in one
 * transaction, unless it has more than 500 rows of a kind or content in more than 20 companies. The
 * job can safely run several times. If the account that stays was deleted meanwhile, the merged one is
 * deleted like it.
 */
export async function moveMergedAccount(
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
  const { userId, otherId } = Merge.parse(payload);
  const { system } = database;
  const changed = new Set<number>();
  const publish = () => {
    for (const companyId of changed)
      changes.publish({ companyId, isPrivate: false, events: [{ kind: "anything" }] });
  };
  if (!(await system.first(findUserById, { userId }))) {
    const changedIn = (companyId: number) => void changed.add(companyId);
    const response = { changedIn, publishNow: () => undefined };
    const nothing = () => Promise.resolve();
    await deleteAccount(database, { userId: otherId, response, admit: nothing, record: nothing });
    publish();
    return;
  }
  for (let isLeft = true; isLeft;) {
    signal?.throwIfAborted();
    isLeft = await system.transaction(
      async (db) => {
        await db.all(holdAccount, { userId });
        await db.all(lockMergedAccount, { userId: otherId });
        const page = { userId: otherId, rows: COMPANIES_AT_ONCE };
        const companies = await db.all(listContentCompanies, page);
        let hasMore = companies.length === COMPANIES_AT_ONCE;
        for (const { companyId } of companies) {
          changed.add(companyId);
          const move = { companyId, personId: otherId, claimantId: userId };
          if (await moveContent(db, move)) hasMore = true;
        }
        if (hasMore) return true;
        await db.all(deleteSuppressionOf, { userId: otherId });
        await db.all(deleteUserRow, { userId: otherId });
        return false;
      },
      { isLong: true },
    );
  }
  publish();
}
