import type { Db } from "#server/platform/db/database.ts";
import { deleteExpiredConfirmations } from "./confirmEmail.queries.ts";
import { deleteExpiredHandoffs } from "./handoff.queries.ts";
import { deleteExpiredLoginCodes } from "./loginCode.queries.ts";
import { deleteExpiredChallenges } from "./passkeys.queries.ts";
import { deleteExpiredPasswordResets } from "./passwordReset.queries.ts";

/** Deletes the codes, links and challenges that no longer work. */
export async function deleteExpiredSecrets(db: Db): Promise<void> {
  await db.all(deleteExpiredHandoffs, {});
  await db.all(deleteExpiredPasswordResets, {});
  await db.all(deleteExpiredConfirmations, {});
  await db.all(deleteExpiredLoginCodes, {});
  await db.all(deleteExpiredChallenges, {});
}
