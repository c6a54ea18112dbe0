import type { AdminUser, adminUsersApi } from "#contract/adminUsers.ts";
import type { BodyOf, Page } from "#contract/endpoint.ts";
import { UNCONFIRMED_ADMIN } from "#contract/members.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordSiteAudit } from "#server/platform/audit/recordAudit.ts";
import { deleteAuthenticator } from "#server/features/auth/mfa.queries.ts";
import { deletePasswordResetOf } from "#server/features/auth/passwordReset.queries.ts";
import { deleteOtherSessions, deleteSessionsOf } from "#server/platform/access/session.queries.ts";
import { findChosenCompany } from "#server/features/companies/companyByName.queries.ts";
import { requireRoom } from "#server/features/companies/quotas.queries.ts";
import { withdrawInvitationsOf } from "#server/features/members/withdrawInvitationsOf.queries.ts";
import { changedFields } from "#server/platform/db/changedFields.ts";
import type { Db } from "#server/platform/db/database.ts";
import { isUniqueViolation } from "#server/platform/db/errors.ts";
import { presentUser } from "#server/platform/access/presentUser.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { conflict, invalid, notFound } from "#server/platform/http/httpError.ts";
import {
  decodePosition,
  isTimestamp,
  pageOf,
  substringPattern,
} from "#server/platform/http/keysetCursor.ts";
import { enqueueAccountNotice } from "#server/platform/mail/enqueueAccountNotice.ts";
import { lockAccount } from "#server/features/users/users.queries.ts";
import { isLastSuperAdmin } from "#server/features/users/remainingAdmins.queries.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import {
  countListedUsers,
  findAdminUser,
  listUsers,
  unconfirmAddress,
  updateUser,
} from "./adminUsers.queries.ts";

const message = "User not found";
const ORDER = "date";

type UserIdContext = SignedInContext & { params: { id: number } };
type Changes = BodyOf<typeof adminUsersApi.update>;

export async function listUsersPage({
  database,
  query,
}: Handled<typeof adminUsersApi.list, SignedInContext>): Promise<Page<AdminUser>> {
  const { search, role = null, companyId = null, limit, cursor } = query;
  const pattern = search === undefined ? undefined : substringPattern(search);
  const filters = { pattern, role, companyId };
  const position = cursor === undefined ? undefined : decodePosition(ORDER, cursor, isTimestamp);
  const bySearch = pattern !== undefined;
  const [rows, counted] = await Promise.all([
    database.system.all(listUsers(bySearch, position !== undefined), {
      ...filters,
      rows: limit + 1,
      ...position,
    }),
    database.system.first(countListedUsers(bySearch), filters),
  ]);
  return pageOf(rows, {
    limit,
    order: ORDER,
    total: counted?.total ?? 0,
    positionOf: ({ createdAt, id }) => ({ key: createdAt, id }),
  });
}

async function findUser(db: Db, userId: number): Promise<AdminUser> {
  const user = await db.first(findAdminUser, { userId });
  if (!user) throw notFound(message);
  return user;
}

/**
 * Returns the id of the company to which the form moves the account. Returns undefined if the form
 * names no company or only repeats the name of the account's company.
 */
async function newCompanyId(
  db: Db,
  user: AdminUser,
  { companyName, companyId, found }: Changes,
): Promise<number | undefined> {
  const isChosen = companyId !== undefined || found === true;
  if (companyName === undefined) {
    if (isChosen) throw invalid({ companyName: ["Company name must be at least 2 characters"] });
    return undefined;
  }
  // If the form only repeats the name of the account's company, the account must not move to
  // another company with the same name.
  if (!isChosen && companyName.toLowerCase() === user.companyName?.toLowerCase()) return undefined;
  return findChosenCompany(db, { companyName, companyId, found });
}

/** @throws HttpError 409 for a change that would leave no active super admin */
async function requireRemainingSuperAdmin(
  db: Db,
  { id: userId, ...before }: AdminUser,
  changes: Changes,
): Promise<void> {
  const isSuperAdmin = before.role === "super_admin" && before.isActive;
  const remainsSuperAdmin =
    (changes.role ?? before.role) === "super_admin" && (changes.isActive ?? before.isActive);
  if (!isSuperAdmin || remainsSuperAdmin) return;
  if (await isLastSuperAdmin(db, userId)) throw conflict("The last super admin must stay one");
}

/** Returns the id of the company that a company_admin manages; null for other roles. */
function memberCompanyId({ role, companyId }: Pick<AdminUser, "role" | "companyId">) {
  return role === "company_admin" ? companyId : null;
}

/**
 * Changes an account. A change of role, a change of company and a deactivation end all sessions of
 * the account and withdraw its invitations. A new e-mail address must be confirmed. A change of the
 * address ends all sessions of the account, except the current session of viewers who change their
 * own address. A change of the address also invalidates a pending reset link, because the link was
 * sent to the old address.
 * @throws HttpError 409 if the account would get an admin's rights before its address is confirmed
 */
export async function changeUser(
  context: Handled<typeof adminUsersApi.update, SignedInContext>,
): Promise<AdminUser> {
  const { database, config, params, body } = context;
  const userId = params.id;
  try {
    return await database.system.transaction(async (db) => {
      // The account is locked before any other row. Whether sessions end depends on the state that
      // this transaction reads, so a session must not be opened between that read and the commit.
      await db.all(lockAccount, { userId });
      const before = await findUser(db, userId);
      await requireRemainingSuperAdmin(db, before, body);
      const companyId = await newCompanyId(db, before, body);
      const rights = { role: body.role ?? before.role, companyId: companyId ?? before.companyId };
      const joined = memberCompanyId(rights);
      const isJoining = joined !== null && joined !== memberCompanyId(before);
      const isMoved = body.username !== undefined && body.username !== before.username;
      if (before.role !== "super_admin" && (isJoining || rights.role === "super_admin")) {
        const promoted = isMoved ? { ...before, confirmedAt: null } : before;
        if (presentUser(promoted, config).mustConfirmEmail) throw conflict(UNCONFIRMED_ADMIN);
      }
      if (isJoining) await requireRoom(db, config.quotas, { companyId: joined, kind: "members" });
      const changes = { ...body, homeCompanyId: companyId };
      await db.all(updateUser, { ...changes, userId, changed: changedFields(changes) });
      if (isMoved) await endUseOfOldAddress(db, context, before);
      const after = await findUser(db, userId);
      const losesRights =
        after.role !== before.role ||
        after.companyId !== before.companyId ||
        (before.isActive && !after.isActive);
      if (losesRights) {
        await db.all(deleteSessionsOf, { userId });
        await withdrawInvitationsOf(db, context, before);
      }
      await recordSiteAudit(db, context, {
        action: "user.update",
        subject: before.username,
        details: changesOf(before, {
          username: after.username,
          fullName: after.fullName,
          role: after.role,
          companyName: after.companyName,
          isActive: after.isActive,
        }),
        aboutUserId: userId,
      });
      return after;
    });
  } catch (error) {
    if (isUniqueViolation(error, "user_account_username"))
      throw conflict("Username already exists");
    throw error;
  }
}

async function endUseOfOldAddress(
  db: Db,
  context: UserIdContext,
  before: AdminUser,
): Promise<void> {
  const { viewer, sessionHash } = context;
  const { id: userId } = before;
  await db.all(deletePasswordResetOf, { userId });
  await db.all(unconfirmAddress, { userId });
  // Viewers who change their own e-mail address keep their current session, so that they can
  // correct a mistyped address.
  await db.all(deleteOtherSessions, {
    userId,
    tokenHash: userId === viewer.id ? sessionHash : null,
    domain: null,
  });
  await enqueueAccountNotice(db, context, before, "emailChanged");
}

export async function endUserSessions(
  context: Handled<typeof adminUsersApi.endSessions, SignedInContext>,
): Promise<void> {
  await context.database.system.transaction(async (db) => {
    const userId = context.params.id;
    await db.all(lockAccount, { userId });
    const { username } = await findUser(db, userId);
    await db.all(deleteSessionsOf, { userId });
    const action = "user.end-sessions";
    await recordSiteAudit(db, context, { action, subject: username, aboutUserId: userId });
  });
}

/**
 * Turns off the second factor of a user who has lost both the phone and the recovery codes. Users
 * turn off their own second factor at /settings, where they must enter their password and a code.
 * @throws HttpError 409 for the viewer's own account
 */
export async function turnOffUserMfa(
  context: Handled<typeof adminUsersApi.turnMfaOff, SignedInContext>,
): Promise<void> {
  const { database, viewer, params } = context;
  await database.system.transaction(async (db) => {
    const userId = params.id;
    await db.all(lockAccount, { userId });
    const user = await findUser(db, userId);
    const { username } = user;
    if (userId === viewer.id)
      throw conflict("Your own second factor is turned off in your settings");
    await db.all(deleteAuthenticator, { userId });
    await db.all(deleteSessionsOf, { userId });
    if (user.hasMfa) await enqueueAccountNotice(db, context, user, "mfaOffByProvider");
    const action = "user.mfa-off";
    await recordSiteAudit(db, context, { action, subject: username, aboutUserId: userId });
  });
}
