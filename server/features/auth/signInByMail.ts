import { email } from "#contract/fields.ts";
import { isTimeZone } from "#contract/notificationSettings.ts";
import type { User } from "#contract/users.ts";
import type { UserRow } from "#server/platform/access/presentUser.ts";
import { presentUser } from "#server/platform/access/presentUser.ts";
import { isRegistrationOpen } from "#server/platform/access/registration.policy.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { deleteSessionsOf, findSessionEnd } from "#server/platform/access/session.queries.ts";
import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import type { Db } from "#server/platform/db/database.ts";
import { isUniqueViolation } from "#server/platform/db/errors.ts";
import type { HttpError } from "#server/platform/http/httpError.ts";
import { invalid } from "#server/platform/http/httpError.ts";
import { enqueueAccountNotice } from "#server/platform/mail/enqueueAccountNotice.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import type { Account } from "#server/features/users/users.queries.ts";
import {
  confirmAddress,
  findUserById,
  insertUser,
  lockAccount,
  updatePassword,
} from "#server/features/users/users.queries.ts";
import { endUnconfirmedIdentities } from "./endUnconfirmedIdentities.ts";
import { endUnconfirmedFactors } from "./endUnconfirmedFactors.ts";
import type { LoginRequest } from "./loginCode.queries.ts";
import { startSession } from "./session.ts";
import {
  isOnlyByProvider,
  isUnchanged,
  refuseAccount,
  refuseOtherWays,
  requireSecondFactor,
  roleHere,
} from "./signInChecks.ts";
import { saveSignInUse } from "./signInMethods.queries.ts";

type SignInContext = RequestContext & {
  readonly response: Pick<ResponseContext, "setCookie">;
};

/** A person who has proved to read the mails to an address. */
interface Arrival extends Pick<LoginRequest, "address" | "targetCompanyId"> {
  readonly account: Account | undefined;
  /** The browser, if the account has been signed in here before (`deviceSubject`); otherwise null. */
  readonly device: string | null;
  readonly secondFactorCode?: string | undefined;
  readonly fullName?: string | undefined;
  readonly timeZone?: string | undefined;
  /** Uses the code or the link up, in a transaction. False if a concurrent call was faster. */
  readonly take: (db: Db) => Promise<boolean>;
}

/** The error for a code or link that is unknown, expired or used, or belongs to another place. */
export function deadLoginCode(): HttpError {
  return invalid({ code: ["This code no longer works. Send a new one."] });
}

/**
 * Signs a person in who has proved to read the mails to an address, which confirms the address. An
 * address without an account becomes a customer of the host's company. What others may have set up
 * for an address that was not theirs ends (docs/decisions/0091-ways-in.md). Where only the company's
 * provider lets people in, whoever is logged in proves again who they are, and stays logged in for no
 * longer than before.
 * @throws HttpError 401 with `codeRequired` if the second factor is missing or wrong; 400 for
 * `fullName` if a new account needs a name. The code or link is not used up then
 */
export async function signInByMail(context: SignInContext, arrival: Arrival): Promise<User> {
  const { database, config } = context;
  const { account, device } = arrival;
  if (!account) return presentUser(await signUp(context, arrival), config);
  refuseAccount(account, context);
  const isProof = isOnlyByProvider(account, context) && context.viewer?.id === account.id;
  if (!isProof) await refuseOtherWays(database.system, account, context);
  const wasConfirmed = account.confirmedAt !== null && !account.isVouched;
  const isOwnAccount = wasConfirmed || device !== null;
  if (account.mfaSince !== null && isOwnAccount) {
    const code = arrival.secondFactorCode;
    await requireSecondFactor(database.system, { user: account, device, code });
  }
  return database.system.transaction(async (db) => {
    const userId = account.id;
    await db.all(lockAccount, { userId });
    const user = await db.first(findUserById, { userId });
    const isAsJudged =
      isUnchanged(user, account) && (user.confirmedAt !== null && !user.isVouched) === wasConfirmed;
    if (!isAsJudged || !(await arrival.take(db))) throw deadLoginCode();
    const { sessionHash: tokenHash } = context;
    const until = isProof ? await db.first(findSessionEnd, { userId, tokenHash }) : null;
    if (until === undefined) throw deadLoginCode();
    if (!isOwnAccount || user.mustChangePassword) await endPassword(db, context, user);
    if (!isOwnAccount) await endUnconfirmedFactors(db, context, user);
    await endUnconfirmedIdentities(db, context, user);
    const confirmed = wasConfirmed ? user : await db.first(confirmAddress, { userId });
    await startSession(db, context, userId, "proved", until?.expiresAt);
    await db.all(saveSignInUse, { userId, way: "mail" });
    const { confirmedAt = null } = confirmed ?? {};
    const role = roleHere(user, context);
    return presentUser({ ...user, role, confirmedAt, mustChangePassword: false }, config);
  });
}

/**
 * Ends a password that others know or may know: a temporary one, or that of an account whose
 * address was not confirmed. All sessions end with it.
 */
export async function endPassword(
  db: Db,
  context: Pick<RequestContext, "origin" | "hostCompany" | "site">,
  user: Account,
): Promise<void> {
  await db.all(updatePassword, { userId: user.id, passwordHash: unusablePasswordHash() });
  await db.all(deleteSessionsOf, { userId: user.id });
  if (user.hasPassword) await enqueueAccountNotice(db, context, user, "passwordEnded");
}

/** Creates an account without a password for the address, and signs it in. */
async function signUp(context: SignInContext, arrival: Arrival): Promise<UserRow> {
  const { hostCompany, database } = context;
  const { fullName, timeZone, targetCompanyId: companyId } = arrival;
  const username = email.safeParse(arrival.address).data;
  const isHere = companyId !== null && hostCompany?.id === companyId;
  if (username === undefined || !isHere || !isRegistrationOpen(context)) throw deadLoginCode();
  if (fullName === undefined)
    throw invalid({ fullName: ["There is no account with this address yet. What is your name?"] });
  try {
    return await database.system.transaction(async (db) => {
      if (!(await arrival.take(db))) throw deadLoginCode();
      const user = await db.first(insertUser, {
        username,
        passwordHash: unusablePasswordHash(),
        fullName,
        role: "user",
        companyId,
        isConfirmed: true,
        timeZone: timeZone !== undefined && isTimeZone(timeZone) ? timeZone : "UTC",
      });
      if (!user) throw new Error("The account was not created");
      await startSession(db, context, user.id, "proved");
      await db.all(saveSignInUse, { userId: user.id, way: "mail" });
      return user;
    });
  } catch (error) {
    // Somebody has registered the address meanwhile.
    if (isUniqueViolation(error, "user_account_username")) throw deadLoginCode();
    throw error;
  }
}
