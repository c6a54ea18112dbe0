import { email } from "#contract/fields.ts";
import type { RefusedReason } from "#contract/signOn.ts";
import type { Organisation } from "#contract/tokenClaims.ts";
import { shownName } from "#contract/tokenClaims.ts";
import { isRegistrationOpen } from "#server/platform/access/registration.policy.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { unusablePasswordHash } from "#server/platform/access/unusablePasswordHash.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import type { Db, Transaction } from "#server/platform/db/database.ts";
import { isUniqueViolation } from "#server/platform/db/errors.ts";
import { enqueueAccountNotice } from "#server/platform/mail/enqueueAccountNotice.ts";
import type { ResponseContext } from "#server/platform/routing/route.ts";
import type { Account } from "#server/features/users/users.queries.ts";
import {
  confirmAddress,
  vouchForAddress,
  findUserById,
  findUserByUsername,
  insertUser,
  lockAccount,
} from "#server/features/users/users.queries.ts";
import { changeProvedRole } from "./changeProvedRole.ts";
import { endUnconfirmedFactors } from "./endUnconfirmedFactors.ts";
import { deviceSubject } from "./knownDevice.ts";
import { startSession } from "./session.ts";
import { endPassword } from "./signInByMail.ts";
import { isUnchanged } from "./signInChecks.ts";
import type { IdentityKey } from "./signInIdentity.queries.ts";
import {
  findIdentity,
  findOwnWays,
  insertIdentity,
  saveIdentityUse,
} from "./signInIdentity.queries.ts";
import { insertPending } from "./signOn.queries.ts";
import { setSignOnBrowser } from "./signOnCookie.ts";

export type SignOnContext = RequestContext & {
  readonly response: Pick<ResponseContext, "setCookie">;
};

/** An identity that a provider, or a company's application, has just proved in this browser. */
export interface Arrival extends IdentityKey {
  /** The address or the name at the provider, for the list of the ways into the account. */
  readonly label: string;
  /** The provider's name, which people see. */
  readonly providerName: string;
  /** The e-mail address that the provider names. */
  readonly address: string | undefined;
  /** Whether the provider has checked that the address is the person's. */
  readonly isAddressProved: boolean;
  /** Whether the company has proved that the address's domain is its own. */
  readonly isDomainProved: boolean;
  readonly fullName: string | undefined;
  readonly way: "oidc" | "provider" | "token";
  /** Whether the provider makes the person an admin; undefined if it does not manage roles. */
  readonly makesAdmin?: boolean | undefined;
  /** Whether the company lets its people in only by its provider, which owns the second factor. */
  readonly isOnlyWay?: boolean | undefined;
  /** What a token says of the person's organisation, to be stored when the person has confirmed. */
  readonly organisation?: Organisation | null | undefined;
  /** The page to open afterwards, a path of this host. */
  readonly returnPath: string;
  /** Uses the proof up, in a transaction. False if it was used before. */
  readonly take: (db: Db) => Promise<boolean>;
}

export type ArrivalResult =
  | { readonly kind: "signed-in"; readonly userId: number; readonly isNew: boolean }
  | { readonly kind: "confirm" }
  | { readonly kind: "refused"; readonly reason: RefusedReason };

const refused = (reason: RefusedReason): ArrivalResult => ({ kind: "refused", reason });

/**
 * Signs in whoever has the identity. A person without an account becomes a customer of the host's
 * company. Where an account with the address may be somebody else's, or has a way of its own, the
 * person logs in to it once before it is connected (docs/decisions/0093-sign-on.md).
 */
export async function arriveWithIdentity(
  context: SignOnContext,
  arrival: Arrival,
): Promise<ArrivalResult> {
  const db = context.database.system;
  const known = await db.first(findIdentity, arrival);
  if (known) {
    const account = await db.first(findUserById, { userId: known.userId });
    return account ? returnWithIdentity(context, arrival, account) : refused("expired");
  }
  const key = arrival.address === undefined ? null : usernameKey(arrival.address);
  const account =
    key === null ? undefined : await db.first(findUserByUsername, { usernameKey: key });
  return account ? meetAccount(context, arrival, account) : createCustomer(context, arrival);
}

/**
 * Returns why the account cannot be signed in with the identity here; null if it can. What a company
 * proves holds for its own people only, and never for super admins; its application's tokens hold
 * for customers only.
 */
export function refusalOf(
  { host, hostCompany }: Pick<RequestContext, "host" | "hostCompany">,
  { companyId, way }: Pick<Arrival, "companyId"> & { way?: Arrival["way"] },
  account: Pick<Account, "isActive" | "role" | "companyId" | "onlyProvider">,
): RefusedReason | null {
  if (companyId !== null && hostCompany?.id !== companyId) return "expired";
  if (account.role === "super_admin" && (companyId !== null || host.domain !== null))
    return "superAdmin";
  if (companyId !== null && account.companyId !== companyId) return "otherPortal";
  const isAtHome = !hostCompany || hostCompany.id === account.companyId;
  if (companyId === null && account.onlyProvider !== null && isAtHome) return "off";
  if (way === "token" && account.role !== "user") return "superAdmin";
  return account.isActive ? null : "deactivated";
}

async function returnWithIdentity(
  context: SignOnContext,
  arrival: Arrival,
  account: Account,
): Promise<ArrivalResult> {
  const reason = refusalOf(context, arrival, account);
  if (reason) return refused(reason);
  if (account.mfaSince !== null && arrival.isOnlyWay !== true)
    return askToConfirm(context, arrival, account.id);
  return signIn(context, arrival, account, async (db) => {
    const used = { ...arrival, userId: account.id };
    return (await db.first(saveIdentityUse, used)) !== undefined;
  });
}

/** Decides what an unknown identity with the address of an account may do. */
async function meetAccount(
  context: SignOnContext,
  arrival: Arrival,
  account: Account,
): Promise<ArrivalResult> {
  const reason = refusalOf(context, arrival, account);
  if (reason && (reason !== "deactivated" || arrival.isAddressProved)) return refused(reason);
  if (reason || !(await mayConnect(context, arrival, account)))
    return askToConnect(context, arrival, account.id);
  const userId = account.id;
  const device = await deviceSubject(context.database.system, context, userId);
  const isOwn = account.confirmedAt !== null || device !== null;
  if (isOwn && account.mfaSince !== null) return askToConnect(context, arrival, userId);
  return signIn(context, arrival, account, async (db) => {
    // Whoever registered the account has not proved the address, so it is not theirs.
    if (!isOwn) await endUnconfirmedFactors(db, context, account);
    if (!isOwn || account.mustChangePassword) await endPassword(db, context, account);
    await db.all(isCompanysWord(arrival) ? vouchForAddress : confirmAddress, { userId });
    if (!(await db.first(insertIdentity, connectionOf(arrival, userId)))) return false;
    await enqueueAccountNotice(db, context, account, "identityAdded");
    return true;
  });
}

/**
 * Whether an identity is connected with the account of its address without a question. The address
 * must be proved, and the account must have no way in that was its owner's choice. A company can set
 * its provider to prove any address, so that its word counts only for domains that it has proved,
 * and for accounts into which nobody has ever logged in, such as imported people.
 */
async function mayConnect(
  { database }: SignOnContext,
  { companyId, isAddressProved, isDomainProved }: Arrival,
  account: Account,
): Promise<boolean> {
  if (!isAddressProved && !isDomainProved) return false;
  const ways = await database.system.first(findOwnWays, { userId: account.id });
  const isStrangers = companyId === null || isDomainProved;
  if (account.confirmedAt === null && account.hasPassword) return isStrangers;
  const hasOwnWay =
    account.hasPassword || account.mfaSince !== null || ways?.hasPasskey || ways?.hasIdentity;
  if (hasOwnWay !== false) return false;
  if (account.role !== "user" && !isDomainProved) return false;
  return isStrangers || ways?.hasSignedIn === false;
}

/** Signs the account in, unless `connect` or a concurrent change prevents it. */
async function signIn(
  context: SignOnContext,
  arrival: Arrival,
  judged: Account,
  connect: (db: Transaction) => Promise<boolean>,
): Promise<ArrivalResult> {
  const userId = judged.id;
  const isSignedIn = await context.database.system
    .transaction(async (db) => {
      await db.all(lockAccount, { userId });
      const user = await db.first(findUserById, { userId });
      if (!isUnchanged(user, judged) || user.companyId !== judged.companyId) return false;
      if (!(await arrival.take(db)) || !(await connect(db))) throw new NotConnected();
      if (arrival.makesAdmin !== undefined)
        await changeProvedRole(db, context, user, arrival.makesAdmin);
      await startSession(db, context, userId, proofOf(arrival));
      return true;
    })
    .catch(ignoreNotConnected);
  return isSignedIn ? { kind: "signed-in", userId, isNew: false } : refused("expired");
}

async function createCustomer(context: SignOnContext, arrival: Arrival): Promise<ArrivalResult> {
  const { hostCompany, database } = context;
  const isOpen = arrival.companyId !== null || isRegistrationOpen(context);
  if (!hostCompany) return refused("noAccount");
  if (arrival.companyId !== null && hostCompany.id !== arrival.companyId) return refused("expired");
  if (!isOpen) return refused("signUpClosed");
  const username = email.safeParse(arrival.address).data;
  if (username === undefined || (!arrival.isAddressProved && !arrival.isDomainProved))
    return isRegistrationOpen(context)
      ? askToConnect(context, arrival, null)
      : refused("addressNotProved");
  const userId = await database.system
    .transaction(async (db) => {
      if (!(await arrival.take(db))) throw new NotConnected();
      const user = await db.first(insertUser, {
        username,
        passwordHash: unusablePasswordHash(),
        fullName: shownName.safeParse(arrival.fullName).data ?? null,
        role: "user",
        companyId: hostCompany.id,
        isConfirmed: !isCompanysWord(arrival),
        timeZone: "UTC",
      });
      if (!user) throw new Error("The account was not created");
      if (isCompanysWord(arrival)) await db.all(vouchForAddress, { userId: user.id });
      if (!(await db.first(insertIdentity, connectionOf(arrival, user.id))))
        throw new NotConnected();
      const account = await db.first(findUserById, { userId: user.id });
      if (account && arrival.makesAdmin !== undefined)
        await changeProvedRole(db, context, account, arrival.makesAdmin);
      await startSession(db, context, user.id, proofOf(arrival));
      return user.id;
    })
    .catch((error: unknown) => {
      // Somebody has registered the address meanwhile.
      if (isUniqueViolation(error, "user_account_username")) return false as const;
      return ignoreNotConnected(error);
    });
  return userId === false ? refused("expired") : { kind: "signed-in", userId, isNew: true };
}

/** An identity that a company's word alone has connected ends when the mailbox is proved. */
const connectionOf = (arrival: Arrival, userId: number) => ({
  ...arrival,
  userId,
  isConfirmed: !isCompanysWord(arrival),
});

/**
 * Whether only a company says that the address is the person's. This counts on the company's portal,
 * until somebody proves the mailbox.
 */
const isCompanysWord = ({ companyId, isDomainProved }: Arrival): boolean =>
  companyId !== null && !isDomainProved;

/** What a company proves opens a session in which no ways into the account are changed. */
const proofOf = ({ companyId }: Arrival) => (companyId === null ? "proved" : "vouched");

/**
 * Asks the person to log in to the account and to connect the identity, which would also work on
 * other hosts. So it is not connected on a custom domain: whoever controls its DNS could connect an
 * identity of theirs with the account of a person who logs in there.
 */
async function askToConnect(
  context: SignOnContext,
  arrival: Arrival,
  userId: number | null,
): Promise<ArrivalResult> {
  if (isElsewhereOnly(context)) return refused("customDomain");
  return askToConfirm(context, arrival, userId);
}

/** Whether identities are not connected on this host, but on others. */
export const isElsewhereOnly = ({ host }: Pick<RequestContext, "host">): boolean =>
  host.domain !== null;

/**
 * Asks the viewer to confirm that a proved identity is connected with their account. It is never
 * connected without the button, because a link alone can have started this.
 */
export async function awaitConnection(
  context: SignOnContext,
  waiting: Omit<Waiting, "isAddressProved">,
): Promise<ArrivalResult> {
  const { viewer } = context;
  if (!viewer) return refused("expired");
  if (isElsewhereOnly(context)) return refused("customDomain");
  return askToConfirm(context, { ...waiting, isAddressProved: false }, viewer.id);
}

/** What is stored of an identity until it is connected. */
type Waiting = Omit<Arrival, "address" | "isDomainProved" | "fullName" | "way" | "isOnlyWay">;

/** Stores the proved identity until the person has logged in to the account and confirmed. */
async function askToConfirm(
  context: SignOnContext,
  arrival: Waiting,
  userId: number | null,
): Promise<ArrivalResult> {
  const { database, host, hostCompany } = context;
  const isTaken = await database.system.transaction(async (db) => {
    if (!(await arrival.take(db))) return false;
    await db.all(insertPending, {
      ...arrival,
      browserHash: setSignOnBrowser(context),
      host: host.name,
      targetCompanyId: hostCompany?.id ?? null,
      userId,
      makesAdmin: arrival.makesAdmin ?? null,
      organisation:
        arrival.organisation === undefined ? null : JSON.stringify(arrival.organisation),
    });
    return true;
  });
  return isTaken ? { kind: "confirm" } : refused("expired");
}

/** Rolls a sign-in back whose proof or identity was used meanwhile. */
class NotConnected extends Error {}

function ignoreNotConnected(error: unknown): false {
  if (error instanceof NotConnected) return false;
  throw error;
}
