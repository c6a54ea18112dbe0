import type { UserRole } from "#contract/users.ts";
import type { RequestContext } from "#server/platform/access/requestContext.ts";
import { deleteSessionsOf } from "#server/platform/access/session.queries.ts";
import { presentUser } from "#server/platform/access/presentUser.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { Transaction } from "#server/platform/db/database.ts";
import { hasRoom } from "#server/features/companies/quotas.queries.ts";
import { updateMembership } from "#server/features/members/members.queries.ts";
import { withdrawInvitationsOf } from "#server/features/members/withdrawInvitationsOf.queries.ts";
import { isLastCompanyAdmin } from "#server/features/users/remainingAdmins.queries.ts";
import type { Account } from "#server/features/users/users.queries.ts";

/**
 * Makes the person an admin of their company or a customer, as the company's provider says, and ends
 * their sessions. The last admin stays one, and nobody becomes an admin above the company's quota of
 * members or with an address that is not confirmed.
 * @param db a transaction that has locked the account
 */
export async function changeProvedRole(
  db: Transaction,
  context: Pick<RequestContext, "config" | "ip">,
  account: Account,
  isAdmin: boolean,
): Promise<void> {
  const { id: userId, companyId, role: from } = account;
  const role: UserRole = isAdmin ? "company_admin" : "user";
  if (companyId === null || from === "super_admin" || from === role) return;
  const { quotas } = context.config;
  if (isAdmin && account.confirmedAt === null) return;
  if (isAdmin && !(await hasRoom(db, quotas, { companyId, kind: "members" }))) return;
  if (!isAdmin && (await isLastCompanyAdmin(db, account))) return;
  await db.all(updateMembership, { userId, homeCompanyId: companyId, role });
  await db.all(deleteSessionsOf, { userId });
  const actor = { viewer: presentUser({ ...account, role }, context.config), ip: context.ip };
  await recordAudit(db, actor, companyId, {
    action: "member.update",
    subject: account.username,
    details: { role: { from, to: role } },
    aboutUserId: userId,
  });
  await withdrawInvitationsOf(db, actor, account);
}
