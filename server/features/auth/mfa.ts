import { randomBytes } from "node:crypto";
import type { ResultOf } from "#contract/endpoint.ts";
import type { MfaStatus, mfaApi } from "#contract/mfa.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { conflict, forbidden, invalid } from "#server/platform/http/httpError.ts";
import { enqueueAccountNotice } from "#server/platform/mail/enqueueAccountNotice.ts";
import { resetAttempts, uncountIfOverloaded } from "#server/platform/throttle/throttle.ts";
import { isMfaRequired } from "#server/platform/access/users.policy.ts";
import { lockOwnAccount } from "#server/features/users/lockOwnAccount.queries.ts";
import {
  confirmAuthenticator,
  deleteAuthenticator,
  findAuthenticator,
  insertRecoveryCode,
  replaceAuthenticator,
  resetRecoveryCodes,
} from "./mfa.queries.ts";
import { hashRecoveryCodes, newRecoveryCodes, plainCode } from "./recoveryCodes.ts";
import { requireBothFactors, WRONG_CODE } from "./requireFactors.ts";
import { requirePassword } from "./requirePassword.ts";
import { CODES_PER_ACCOUNT } from "./secondFactor.ts";
import { startSession } from "./session.ts";
import { deleteSessionsOf } from "#server/platform/access/session.queries.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { authenticatorKey, stepOfCode } from "./totp.ts";

const isOff = () => conflict("Two-factor authentication is off");
const isOnAlready = () => conflict("Two-factor authentication is on already");

export async function readMfaStatus({
  database,
  viewer,
  site,
}: SignedInContext): Promise<MfaStatus> {
  const found = await database.system.first(findAuthenticator, { userId: viewer.id });
  const isOn = found?.isConfirmed ?? false;
  return {
    isOn,
    isRequired: isMfaRequired(viewer, site),
    recoveryCodesLeft: isOn ? (found?.recoveryCodesLeft ?? 0) : 0,
  };
}

/**
 * Creates a secret after checking the password. The secret has no effect until a code confirms it.
 */
export async function setUpMfa(
  context: Handled<typeof mfaApi.setup, SignedInContext>,
): Promise<ResultOf<typeof mfaApi.setup>> {
  const { database, viewer, body, site } = context;
  await requirePassword(context, "password", body.password);
  const secret = randomBytes(20);
  const made = { userId: viewer.id, secret, recoverySalt: randomBytes(16) };
  if (!(await database.system.first(replaceAuthenticator, made))) throw isOnAlready();
  return authenticatorKey(secret, { issuer: site.siteName, label: viewer.username });
}

/**
 * Turns the second factor on and ends all other sessions, because they were opened without the
 * second factor.
 */
export async function confirmMfa(
  context: Handled<typeof mfaApi.confirm, SignedInContext>,
): Promise<ResultOf<typeof mfaApi.confirm>> {
  const { database, viewer, body } = context;
  const userId = viewer.id;
  const subject = String(userId);
  const found = await database.system.first(findAuthenticator, { userId });
  if (found?.isConfirmed) throw isOnAlready();
  const step = found ? stepOfCode(found.secret, plainCode(body.code)) : null;
  if (!found || step === null) throw invalid({ code: [WRONG_CODE] });
  const recoveryCodes = newRecoveryCodes();
  const counted = [{ limit: CODES_PER_ACCOUNT, subject }];
  const hashes = await uncountIfOverloaded(database.system, counted, () =>
    hashRecoveryCodes(recoveryCodes, found.recoverySalt),
  );
  await database.system.transaction(async (db) => {
    await lockOwnAccount(db, context);
    const { secret } = found;
    if (!(await db.first(confirmAuthenticator, { userId, secret, step }))) throw isOnAlready();
    for (const codeHash of hashes) await db.all(insertRecoveryCode, { userId, codeHash });
    await db.all(deleteSessionsOf, { userId });
    await startSession(db, context, userId, "carried");
    await enqueueAccountNotice(db, context, viewer, "mfaOn");
    // The attempts are reset inside the transaction. If the reset failed after the commit, the
    // response with the recovery codes and the new session would be lost.
    await resetAttempts(db, CODES_PER_ACCOUNT, subject);
  });
  return { recoveryCodes };
}

/** Replaces the recovery codes after checking both factors. */
export async function renewRecoveryCodes(
  context: Handled<typeof mfaApi.renewRecoveryCodes, SignedInContext>,
): Promise<ResultOf<typeof mfaApi.renewRecoveryCodes>> {
  const { database, viewer } = context;
  const userId = viewer.id;
  await requireBothFactors(context);
  const recoveryCodes = newRecoveryCodes();
  const recoverySalt = randomBytes(16);
  const hashes = await hashRecoveryCodes(recoveryCodes, recoverySalt);
  await database.system.transaction(async (db) => {
    await lockOwnAccount(db, context);
    if (!(await db.first(resetRecoveryCodes, { userId, recoverySalt }))) throw isOff();
    for (const codeHash of hashes) await db.all(insertRecoveryCode, { userId, codeHash });
    await enqueueAccountNotice(db, context, viewer, "recoveryCodesRenewed");
  });
  return { recoveryCodes };
}

/**
 * Turns the second factor off after checking both factors.
 * @throws HttpError 403 if the installation requires a second factor of this user
 */
export async function turnMfaOff(
  context: Handled<typeof mfaApi.turnOff, SignedInContext>,
): Promise<void> {
  const { database, viewer, site } = context;
  if (isMfaRequired(viewer, site))
    throw forbidden("Two-factor authentication is required for admins here");
  const userId = viewer.id;
  await requireBothFactors(context);
  await database.system.transaction(async (db) => {
    await lockOwnAccount(db, context);
    await db.all(deleteAuthenticator, { userId });
    await enqueueAccountNotice(db, context, viewer, "mfaOff");
  });
}
