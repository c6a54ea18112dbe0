import type { companySignOnApi, ShutOut } from "#contract/companySignOn.ts";
import type { TenantUserContext } from "#server/platform/access/guards.ts";
import { deleteSessionsOf } from "#server/platform/access/session.queries.ts";
import { recordAudit } from "#server/platform/audit/recordAudit.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import {
  countUnlinked,
  deleteLinkOf,
  listEmergencyAdmins,
  listUnlinked,
} from "./signOn.queries.ts";

/** Returns who has never come in by the provider, and which admins can be kept for emergencies. */
export async function readShutOut({ database, db }: TenantUserContext): Promise<ShutOut> {
  const { companyId } = db;
  const { system } = database;
  const [people, counted, emergencyAdmins] = await Promise.all([
    system.all(listUnlinked, { companyId }),
    system.first(countUnlinked, { companyId }),
    system.all(listEmergencyAdmins, { companyId, userId: null }),
  ]);
  return { people, total: counted?.total ?? 0, emergencyAdmins };
}

/**
 * Removes the link between an account and the provider. The provider has proved before that the
 * account is this person's, so the next sign-in with the account's address links them anew.
 */
export async function unlinkPerson(
  context: Handled<typeof companySignOnApi.unlink, TenantUserContext>,
): Promise<void> {
  const { database, db, params } = context;
  const { companyId } = db;
  const userId = params.id;
  await database.system.transaction(async (transaction) => {
    const person = await transaction.first(deleteLinkOf, { companyId, userId });
    if (!person) throw context.notFound();
    // The sessions that the link has opened end with it.
    await transaction.all(deleteSessionsOf, { userId });
    await recordAudit(transaction, context, companyId, {
      action: "sign-on.unlink",
      subject: person.username,
      aboutUserId: userId,
    });
  });
}
