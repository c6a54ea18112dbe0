import { deleteExpiredSessions } from "#server/platform/access/session.queries.ts";
import type { Db } from "#server/platform/db/database.ts";
import { deleteExpiredMerges } from "./accountMerge.queries.ts";
import { deleteExpiredConfirmations } from "./confirmEmail.queries.ts";
import { deleteExpiredHandoffs } from "./handoff.queries.ts";
import { deleteForgottenDevices } from "./knownDevice.queries.ts";
import { deleteExpiredLoginCodes } from "./loginCode.queries.ts";
import { deleteExpiredChallenges } from "./passkeys.queries.ts";
import { deleteExpiredPasswordResets } from "./passwordReset.queries.ts";
import { deleteExpiredTokens } from "./signedTokens/signedTokens.queries.ts";
import { deleteExpiredAttempts, deleteExpiredPending } from "./signOn.queries.ts";

/**
 * Deletes the sessions, codes, links and challenges that no longer work, and the devices in which
 * nobody has signed in for a long time.
 */
export async function deleteExpiredSignIns(db: Db): Promise<void> {
  await db.all(deleteExpiredSessions, {});
  await db.all(deleteExpiredHandoffs, {});
  await db.all(deleteExpiredPasswordResets, {});
  await db.all(deleteExpiredConfirmations, {});
  await db.all(deleteExpiredLoginCodes, {});
  await db.all(deleteExpiredMerges, {});
  await db.all(deleteExpiredChallenges, {});
  await db.all(deleteExpiredTokens, {});
  await db.all(deleteExpiredAttempts, {});
  await db.all(deleteExpiredPending, {});
  await db.all(deleteForgottenDevices, {});
}
