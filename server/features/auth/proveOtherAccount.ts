import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { accountMergingApi, MergePreview } from "#contract/accountMerging.ts";
import type { ResultOf } from "#contract/endpoint.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import type { Db } from "#server/platform/db/database.ts";
import { conflict, forbidden, HttpError, invalid } from "#server/platform/http/httpError.ts";
import { enqueueJob } from "#server/platform/jobs/jobs.queries.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { resetAttempts, uncount, uncountIfOverloaded } from "#server/platform/throttle/throttle.ts";
import { lockOwnAccount } from "#server/features/users/lockOwnAccount.queries.ts";
import type { Account } from "#server/features/users/users.queries.ts";
import {
  findUserById,
  findUserByUsername,
  lockAccount,
} from "#server/features/users/users.queries.ts";
import {
  countMergeAttempt,
  countMergedContent,
  findMergeCode,
  findRecentMergeCode,
  MERGE_RESEND_SECONDS,
  replaceMergeCode,
  saveMergeProof,
  takeMergeCode,
  uncountMergeAttempt,
} from "./accountMerge.queries.ts";
import { countTry } from "./confirmLoginCode.ts";
import { deviceSubject } from "./knownDevice.ts";
import { checkCredentials } from "./login.ts";
import { countMailRequest } from "./mailRequestLimits.ts";
import { hashCode } from "./password.ts";
import { CODE_REQUESTS } from "./requestLoginCode.ts";
import { requireFreshSignIn } from "./requireFreshSignIn.ts";
import type { MergeMailRequest } from "./sendMergeCode.ts";
import { MERGE_CODE_TASK } from "./sendMergeCode.ts";
import { requireSecondFactor } from "./signInChecks.ts";
import { listIdentitiesOf } from "./signInIdentity.queries.ts";

/**
 * Refuses a merge on a custom domain. Whoever controls its DNS could send these calls, and a merge
 * changes what the accounts have written in all companies.
 * @throws HttpError 403
 */
export function refuseOnCustomDomain({
  host,
  origin,
}: Pick<SignedInContext, "host" | "origin">): void {
  if (host.domain !== null)
    throw forbidden(`Accounts are merged at ${new URL(origin).host}, not on a custom domain`);
}

/**
 * Accepts a request for a code to the address of another account, at most once a minute. The job looks
 * the account up. The response and the number of statements are the same whether or not the address
 * has an account.
 * @throws HttpError 403 without a fresh sign-in
 */
export async function requestMergeCode(
  context: Handled<typeof accountMergingApi.sendCode, SignedInContext>,
): Promise<ResultOf<typeof accountMergingApi.sendCode>> {
  const { database, body, sessionHash, hostCompany, origin, site } = context;
  const db = database.system;
  const { username: address } = body;
  refuseOnCustomDomain(context);
  await requireFreshSignIn(context);
  const recent = await db.first(findRecentMergeCode, { sessionHash, address });
  if (recent) return recent;
  const isMailed = await countMailRequest(context, address, CODE_REQUESTS);
  await db.transaction(async (transaction) => {
    await lockOwnAccount(transaction, context);
    if (!sessionHash) return;
    const salt = randomBytes(16);
    await transaction.all(replaceMergeCode, { sessionHash, address, salt });
    if (!isMailed) return;
    const request: MergeMailRequest = {
      session: sessionHash.toString("base64url"),
      salt: salt.toString("base64url"),
      username: address,
      origin,
      company: hostCompany && { id: hostCompany.id, name: hostCompany.name },
      siteName: site.siteName,
    };
    await transaction.all(enqueueJob, { task: MERGE_CODE_TASK, payload: JSON.stringify(request) });
  });
  return { resendIn: MERGE_RESEND_SECONDS };
}

type ProofContext = Handled<typeof accountMergingApi.prove, SignedInContext>;

/**
 * Checks that another account is the viewer's: by its password, or by a code that was mailed to its
 * address; with its second factor, if it has one. Stores the proof with the session, and returns what
 * a merge would move.
 * @throws HttpError 400 on the field of the proof that is missing or wrong; 403 without a fresh
 * sign-in; 409 for an account that cannot be merged into the viewer's
 */
export async function proveOtherAccount(context: ProofContext): Promise<MergePreview> {
  const { database, viewer, sessionHash, body } = context;
  refuseOnCustomDomain(context);
  await requireFreshSignIn(context);
  const { judged, take } = await (body.mailedCode === undefined
    ? proveByPassword(context)
    : proveByCode(context, body.mailedCode));
  refuseMerge(judged, viewer);
  return database.system.transaction(async (db) => {
    await lockBoth(db, context, judged.id);
    const other = await db.first(findUserById, { userId: judged.id });
    const isAsJudged = other && stateOf(other).equals(stateOf(judged));
    if (!isAsJudged || !sessionHash || !(await take(db))) throw unproved();
    const proof = { sessionHash, otherId: other.id, otherState: stateOf(other) };
    await db.all(saveMergeProof, proof);
    const { username, fullName, createdAt } = other;
    const counts = await db.first(countMergedContent, { userId: other.id });
    if (!counts) throw new Error("The content was not counted");
    const identities = await db.all(listIdentitiesOf, { userId: other.id });
    return { username, fullName, createdAt, ...counts, identities: identities.length };
  });
}

/** An account as it was proved, and what uses its proof up. False if a concurrent call was faster. */
interface Proved {
  judged: Account;
  take: (db: Db) => Promise<boolean>;
}

async function proveByPassword(context: ProofContext): Promise<Proved> {
  const { username, password, secondFactorCode: code } = context.body;
  if (username === undefined) throw invalid({ username: ["Email is required"] });
  if (password === undefined) throw invalid({ password: ["Password is required"] });
  const login = { ...context, body: { username, password, ...(code !== undefined && { code }) } };
  const { judged, own } = await asFieldErrors(() => checkCredentials(login), "password");
  return {
    judged,
    take: async (db) => {
      for (const { limit, subject } of own) await resetAttempts(db, limit, subject);
      return true;
    },
  };
}

async function proveByCode(context: ProofContext, mailed: string): Promise<Proved> {
  const { database, sessionHash, body } = context;
  const db = database.system;
  const found = await db.first(findMergeCode, { sessionHash });
  if (!found) throw invalid({ mailedCode: [DEAD_CODE] });
  const address = usernameKey(found.address);
  const account = await db.first(findUserByUsername, { usernameKey: address });
  const device = await deviceSubject(db, context, account?.id ?? null);
  const counted = await countTry(db, address, device);
  const codeHash = await uncountIfOverloaded(db, counted, () => hashCode(mailed, found.salt));
  const expected = await db.first(countMergeAttempt, { sessionHash, salt: found.salt });
  if (!expected) throw invalid({ mailedCode: [DEAD_CODE] });
  const isRight = expected.codeHash !== null && timingSafeEqual(codeHash, expected.codeHash);
  if (!isRight || !account) throw invalid({ mailedCode: ["This code is not right"] });
  await db.all(uncountMergeAttempt, { sessionHash });
  for (const attempt of counted) await uncount(db, attempt);
  const code = body.secondFactorCode;
  if (account.mfaSince !== null)
    await asFieldErrors(() => requireSecondFactor(db, { user: account, device, code }));
  return {
    judged: account,
    take: async (transaction) =>
      (await transaction.first(takeMergeCode, { sessionHash, codeHash })) !== undefined,
  };
}

const DEAD_CODE = "This code no longer works. Send a new one.";

/**
 * Turns the refusals of a login into errors of fields, because a 401 would say that the viewer's own
 * session has ended.
 */
async function asFieldErrors<T>(check: () => Promise<T>, field = "secondFactorCode"): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 401) throw error;
    throw invalid({ [error.codeRequired ? "secondFactorCode" : field]: [error.message] });
  }
}

/** The error if the other account has changed, or its proof has expired or was used. */
export function unproved(): HttpError {
  return conflict("The other account is no longer proved. Start again.");
}

/** @throws HttpError 409 if the account cannot be merged into the viewer's */
export function refuseMerge(
  other: Account,
  viewer: Pick<SignedInContext["viewer"], "id" | "companyId">,
): void {
  if (other.id === viewer.id) throw conflict("This is the account that you are logged in to");
  if (other.role !== "user") throw conflict("Accounts of admins cannot be merged into others");
  // Companies list their customers, and a company's own provider signs in only its own.
  if (other.companyId !== viewer.companyId)
    throw conflict(
      "This account belongs to another portal. Only accounts of one portal can be merged.",
    );
}

/** Locks both accounts, in the order of their ids, and checks that the viewer's session is alive. */
export async function lockBoth(db: Db, context: SignedInContext, otherId: number): Promise<void> {
  const ids = [context.viewer.id, otherId].toSorted((one, two) => one - two);
  for (const userId of ids) await db.all(lockAccount, { userId });
  await lockOwnAccount(db, context);
}

/** Returns a hash of everything on which a proof rests. */
export function stateOf(account: Account): Buffer {
  const { username, passwordHash, mfaSince, isActive, role, companyId, confirmedAt } = account;
  const state = [username, passwordHash, mfaSince, isActive, role, companyId, confirmedAt];
  return createHash("sha256").update(JSON.stringify(state)).digest();
}
