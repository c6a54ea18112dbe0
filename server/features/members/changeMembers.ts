import type { Member } from "#contract/members.ts";
import { membersApi, UNCONFIRMED_ADMIN } from "#contract/members.ts";
import { requireRoom } from "#server/features/companies/quotas.queries.ts";
import { isLastCompanyAdmin } from "#server/features/users/remainingAdmins.queries.ts";
import { lockAccount } from "#server/features/users/users.queries.ts";
import { presentUser } from "#server/platform/access/presentUser.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { deleteSessionsOf } from "#server/platform/access/session.queries.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { Db } from "#server/platform/db/database.ts";
import { conflict, notFound } from "#server/platform/http/httpError.ts";
import type { Handled, ResponseContext } from "#server/platform/routing/route.ts";
import type { MemberRow } from "./members.queries.ts";
import { findMember, updateMembership } from "./members.queries.ts";
import { withdrawInvitationsOf } from "./withdrawInvitationsOf.queries.ts";

/**
 * Locks an account and returns it.
 * @throws HttpError 404 if the account does not belong to the company
 */
async function lockMember(
  db: Db,
  member: { companyId: number; userId: number },
): Promise<MemberRow> {
  await db.all(lockAccount, member);
  const found = await db.first(findMember, member);
  if (!found) throw notFound(membersApi.update.notFound);
  return found;
}

/** @throws HttpError 409 if the company would have no active admin without this account */
async function requireOtherAdmin(db: Db, member: MemberRow, companyId: number): Promise<void> {
  if (await isLastCompanyAdmin(db, { ...member, companyId }))
    throw conflict("The last admin of a company must stay one. Make somebody else an admin first.");
}

/**
 * Changes the role of an account of the company. Ends all sessions of the account and withdraws its
 * invitations, as every change of an account's rights does.
 * @throws HttpError 409 if the new admin's e-mail address must first be confirmed, because anybody
 * can register it
 */
export async function changeMember(
  context: Handled<typeof membersApi.update, TenantUserContext>,
): Promise<Member> {
  const { tenantId: companyId, database, config, params, body, response } = context;
  const userId = params.id;
  const { role } = body;
  return database.system.transaction(async (db) => {
    const before = presentUser(await lockMember(db, { companyId, userId }), config);
    if (before.role === role) {
      response.unchanged();
      return before;
    }
    if (role === "company_admin") {
      if (before.mustConfirmEmail) throw conflict(UNCONFIRMED_ADMIN);
      await requireRoom(db, config.quotas, { companyId, kind: "members" });
    } else await requireOtherAdmin(db, before, companyId);
    await db.all(updateMembership, { userId, homeCompanyId: companyId, role });
    await db.all(deleteSessionsOf, { userId });
    await recordAudit(db, context, companyId, {
      action: "member.update",
      subject: before.username,
      details: { role: { from: before.role, to: role } },
      aboutUserId: userId,
    });
    await withdrawInvitationsOf(db, context, { ...before, companyId });
    reportRights(response);
    return { ...before, role };
  });
}

/**
 * Removes an account from the company. The account then has no company and the role `user`. Its
 * content and its votes stay (docs/decisions/0041-invitations.md).
 */
export async function removeMember(
  context: Handled<typeof membersApi.remove, TenantUserContext>,
): Promise<void> {
  const { tenantId: companyId, database, params, response } = context;
  const userId = params.id;
  await database.system.transaction(async (db) => {
    const before = await lockMember(db, { companyId, userId });
    await requireOtherAdmin(db, before, companyId);
    await db.all(updateMembership, { userId, homeCompanyId: null, role: "user" });
    await db.all(deleteSessionsOf, { userId });
    await recordAudit(db, context, companyId, {
      action: "member.delete",
      subject: before.username,
      details: { role: before.role },
      aboutUserId: userId,
    });
    await withdrawInvitationsOf(db, context, { ...before, companyId });
  });
  reportRights(response);
}

/**
 * Tells the pages of admins to reload the list of members, and all open pages to reload everything,
 * because pages show which authors are admins.
 */
function reportRights(response: Pick<ResponseContext, "changed">): void {
  response.changed({ kind: "members" }, true);
  response.changed({ kind: "anything" }, false);
}
