import * as z from "zod/mini";
import type { invitationsApi } from "#contract/invitations.ts";
import { CONFIRM_EMAIL_FIRST } from "#contract/errors.ts";
import { InvitedAccount } from "#contract/invitations.ts";
import { isTimeZone } from "#contract/notificationSettings.ts";
import type { User } from "#contract/users.ts";
import { requireRoom } from "#server/features/companies/quotas.queries.ts";
import { invitedAccount } from "#server/features/members/invitation.policy.ts";
import { findInvitation, takeInvitation } from "#server/features/members/invitations.queries.ts";
import { updateMembership } from "#server/features/members/members.queries.ts";
import {
  confirmAddress,
  findUserById,
  findUserByUsername,
  insertUser,
} from "#server/features/users/users.queries.ts";
import type { UserRow } from "#server/platform/access/presentUser.ts";
import { presentUser } from "#server/platform/access/presentUser.ts";
import { deleteSessionsOf } from "#server/platform/access/session.queries.ts";
import { hashToken } from "#server/platform/access/sessionToken.ts";
import { usernameKey } from "#server/platform/access/usernameKey.ts";
import { isAdminOf } from "#server/platform/access/users.policy.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { Db, Transaction } from "#server/platform/db/database.ts";
import { isUniqueViolation } from "#server/platform/db/errors.ts";
import { conflict, forbidden, invalid } from "#server/platform/http/httpError.ts";
import { bySubscriber } from "#server/platform/routing/callLimits.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { uncountIfOverloaded } from "#server/platform/throttle/throttle.ts";
import { lockOwnAccount } from "#server/features/users/lockOwnAccount.queries.ts";
import type { TenantContext } from "#server/platform/access/guards.ts";
import { hashPassword } from "./password.ts";
import { refuseWeakPassword } from "./refuseWeakPassword.ts";
import { startSession } from "./session.ts";

const PER_SUBSCRIBER: Limit = { name: "accept-ip", attempts: 30, windowSeconds: 60 * 60 };

export const acceptanceLimit = bySubscriber(PER_SUBSCRIBER);

type AcceptContext = Handled<typeof invitationsApi.accept, TenantContext>;

/** The company of an invitation and the hash of the invitation's token. */
interface Key {
  companyId: number;
  tokenHash: Buffer;
}

/**
 * Accepts an invitation for the signed-in account with the invited e-mail address, or for a new
 * account if no account has the address. The company and the role come from the invitation, never
 * from the request (docs/decisions/0041-invitations.md).
 */
export async function acceptInvitation(context: AcceptContext): Promise<User> {
  const { tenantId: companyId, database, config, params, viewer, response } = context;
  const key = { companyId, tokenHash: hashToken(params.token) };
  const invitation = await database.system.first(findInvitation, key);
  if (!invitation) throw context.notFound();
  const invited = { usernameKey: usernameKey(invitation.username) };
  const account = await database.system.first(findUserByUsername, invited);
  refuseOther(account, companyId);
  if (viewer && viewer.id !== account?.id)
    throw forbidden("This invitation is for another address than yours. Log out to accept it.");
  if (account && !viewer)
    throw conflict("There is an account with this address. Log in to accept the invitation.");
  const user = viewer
    ? await join({ ...context, viewer }, key)
    : await register(context, key, invitation.username);
  response.changed({ kind: "members" }, true);
  // Open pages refetch everything, because the existing items and comments of a new admin now
  // appear as written by the team.
  response.changed({ kind: "anything" }, false);
  return presentUser(user, config);
}

/** @throws HttpError 409 for an account that cannot accept an invitation to the company */
function refuseOther(account: UserRow | undefined, companyId: number): void {
  if (invitedAccount(account, companyId) === "other")
    throw conflict("This address belongs to an account of another company");
}

/**
 * Uses up the invitation. If the account becomes an admin, checks the company's quota of members
 * first. The check locks the company, and the invitation is locked afterwards. The creation of an
 * invitation uses the same order. The reverse order could cause a deadlock.
 * @throws HttpError 404 if the invitation was used, withdrawn or changed meanwhile; 409 if the
 * company has reached its quota of members
 */
async function take(
  db: Db,
  { config, notFound }: AcceptContext,
  key: Key,
  account: UserRow | undefined,
) {
  const { companyId } = key;
  const isAdmin = account !== undefined && isAdminOf(account, companyId);
  const found = await db.first(findInvitation, key);
  if (found?.role === "company_admin" && !isAdmin)
    await requireRoom(db, config.quotas, { companyId, kind: "members" });
  const taken = await db.first(takeInvitation, key);
  if (!taken || taken.role !== found?.role) throw notFound();
  // An admin who accepts an invitation as a customer stays an admin.
  return isAdmin ? { ...taken, role: "company_admin" as const } : taken;
}

/**
 * Gives the signed-in account its new role, and replaces all its sessions with a new session.
 * @throws HttpError 403 if the account would become an admin by a copied link before its e-mail
 * address is confirmed. The invitation stays open.
 */
async function join(context: AcceptContext & { viewer: User }, key: Key): Promise<UserRow> {
  const { companyId } = key;
  const userId = context.viewer.id;
  return context.database.system.transaction(async (db) => {
    await lockOwnAccount(db, context);
    const before = await db.first(findUserById, { userId });
    refuseOther(before, companyId);
    const { role, isMailed } = await take(db, context, key, before);
    if (role === "company_admin" && !isMailed && context.viewer.mustConfirmEmail)
      throw forbidden(CONFIRM_EMAIL_FIRST);
    await db.all(updateMembership, { userId, homeCompanyId: companyId, role });
    if (isMailed) await db.all(confirmAddress, { userId });
    await db.all(deleteSessionsOf, { userId });
    await startSession(db, context, userId, "carried");
    const after = await db.first(findUserById, { userId });
    if (!after) throw new Error("The account does not exist");
    await recordAcceptance(db, context, after, companyId);
    return after;
  });
}

/** Creates an account for the invited e-mail address and signs it in. */
async function register(context: AcceptContext, key: Key, username: string): Promise<UserRow> {
  const { database, body } = context;
  const { fullName, password } = readAccount(body);
  await refuseWeakPassword(context, { username, fullName }, { field: "password", password });
  const counted = acceptanceLimit.countersOf(context);
  const passwordHash = await uncountIfOverloaded(database.system, counted, () =>
    hashPassword(password),
  );
  const { timeZone = "UTC" } = body;
  try {
    return await database.system.transaction(async (db) => {
      const { role, isMailed } = await take(db, context, key, undefined);
      const user = await db.first(insertUser, {
        username,
        passwordHash,
        fullName,
        role,
        companyId: key.companyId,
        isConfirmed: isMailed,
        timeZone: isTimeZone(timeZone) ? timeZone : "UTC",
      });
      if (!user) throw new Error("The account was not created");
      await startSession(db, context, user.id, "proved");
      await recordAcceptance(db, context, user, key.companyId);
      return user;
    });
  } catch (error) {
    if (isUniqueViolation(error, "user_account_username"))
      throw conflict("Username already exists");
    throw error;
  }
}

/** @throws HttpError 400 if the name or the password is missing */
function readAccount(body: AcceptContext["body"]): z.output<typeof InvitedAccount> {
  const read = InvitedAccount.safeParse(body);
  if (read.success) return read.data;
  throw invalid(z.flattenError(read.error).fieldErrors);
}

function recordAcceptance(
  db: Transaction,
  { ip, config }: AcceptContext,
  user: UserRow,
  companyId: number,
): Promise<void> {
  const actor = { viewer: presentUser(user, config), ip };
  return recordAudit(db, actor, companyId, {
    action: "invitation.accept",
    subject: user.username,
    details: { role: user.role },
    aboutUserId: user.id,
  });
}
