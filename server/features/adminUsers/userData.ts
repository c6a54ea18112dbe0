import type { adminUsersApi } from "#contract/adminUsers.ts";
import type { ResultOf } from "#contract/endpoint.ts";
import { withdrawInvitationsOf } from "#server/features/members/withdrawInvitationsOf.queries.ts";
import { readAccountData } from "#server/features/users/accountData.queries.ts";
import { deleteAccount } from "#server/features/users/deleteAccount.queries.ts";
import { isLastSuperAdmin } from "#server/features/users/remainingAdmins.queries.ts";
import { lockAccount } from "#server/features/users/users.queries.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { deleteSessionsOf } from "#server/platform/access/session.queries.ts";
import { recordSiteAudit } from "#server/platform/audit/recordAudit.ts";
import type { Transaction } from "#server/platform/db/database.ts";
import { conflict } from "#server/platform/http/httpError.ts";
import { enqueueAccountNotice } from "#server/platform/mail/enqueueAccountNotice.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { findAdminUser, updateUser } from "./adminUsers.queries.ts";

/**
 * Returns everything that is stored about an account, and records the download in the audit log.
 */
export async function downloadUserData(
  context: Handled<typeof adminUsersApi.data, SignedInContext>,
): Promise<ResultOf<typeof adminUsersApi.data>> {
  const { system } = context.database;
  const userId = context.params.id;
  const data = await readAccountData(system, userId);
  if (!data) throw context.notFound();
  const download = {
    action: "user.download",
    subject: data.account.username,
    aboutUserId: userId,
  };
  await system.transaction((db) => recordSiteAudit(db, context, download));
  return data;
}

/**
 * Deletes an account. The account is deactivated, its sessions are ended and its invitations are
 * withdrawn first, so that nobody can write anything with the account during the deletion.
 * @throws HttpError 409 for the viewer's own account, and for the last super admin
 */
export async function deleteUser(
  context: Handled<typeof adminUsersApi.remove, SignedInContext>,
): Promise<void> {
  const { database, viewer, response } = context;
  const userId = context.params.id;
  const find = async (db: Transaction) => {
    const user = await db.first(findAdminUser, { userId });
    if (!user) throw context.notFound();
    return user;
  };
  await deleteAccount(database, {
    userId,
    response,
    admit: async (db) => {
      await db.all(lockAccount, { userId });
      const user = await find(db);
      if (userId === viewer.id) throw conflict("Your own account is deleted in your settings");
      if (user.role === "super_admin" && (await isLastSuperAdmin(db, userId)))
        throw conflict("The last super admin must stay one");
      await db.all(updateUser, { userId, isActive: false, changed: ["isActive"] });
      await db.all(deleteSessionsOf, { userId });
      await withdrawInvitationsOf(db, context, user);
    },
    record: async (db) => {
      const user = await find(db);
      await recordSiteAudit(db, context, {
        action: "user.delete",
        subject: user.username,
        details: { role: user.role, company: user.companyName },
        aboutUserId: userId,
      });
      await enqueueAccountNotice(db, context, user, "accountDeletedByProvider");
    },
  });
}
