import type { accountApi } from "#contract/account.ts";
import type { ResultOf } from "#contract/endpoint.ts";
import { withdrawInvitationsOf } from "#server/features/members/withdrawInvitationsOf.queries.ts";
import { readAccountData } from "#server/features/users/accountData.queries.ts";
import { deleteAccount } from "#server/features/users/deleteAccount.queries.ts";
import {
  isLastCompanyAdmin,
  isLastSuperAdmin,
} from "#server/features/users/remainingAdmins.queries.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { endedSessionCookie } from "#server/platform/access/sessionToken.ts";
import { recordSiteAudit } from "#server/platform/audit/recordAudit.ts";
import type { Db } from "#server/platform/db/database.ts";
import { conflict, notSignedIn } from "#server/platform/http/httpError.ts";
import { enqueueAccountNotice } from "#server/platform/mail/enqueueAccountNotice.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { lockOwnAccount } from "#server/features/users/lockOwnAccount.queries.ts";
import type { Handled } from "#server/platform/routing/route.ts";
import { requireFactors } from "./requireFactors.ts";

const PER_ACCOUNT: Limit = { name: "data-account", attempts: 10, windowSeconds: 60 * 60 };

/** Limits the number of downloads, because each download reads every row of the account. */
export const dataDownloadLimit = byAccount(PER_ACCOUNT);

/** Returns everything that is stored about the viewer's account. */
export async function downloadOwnData({
  database,
  viewer,
}: SignedInContext): Promise<ResultOf<typeof accountApi.data>> {
  const data = await readAccountData(database.system, viewer.id);
  if (!data) throw notSignedIn();
  return data;
}

/**
 * Deletes the viewer's account after checking the password. If the account has a second factor, a
 * code is checked as well.
 * @throws HttpError 409 for the last admin of a company and for the last super admin
 */
export async function deleteOwnAccount(
  context: Handled<typeof accountApi.remove, SignedInContext>,
): Promise<void> {
  const { database, viewer, isHttps, response } = context;
  await requireFactors(context);
  await deleteAccount(database, {
    userId: viewer.id,
    response,
    admit: async (db) => {
      await lockOwnAccount(db, context);
      await requireOtherAdmin(db, context);
    },
    record: async (db) => {
      await withdrawInvitationsOf(db, context, viewer);
      // The audit log records only what admins do. The deletion of the account afterwards removes
      // the account's name from the entry.
      if (viewer.role !== "user") {
        await recordSiteAudit(db, context, {
          action: "user.delete",
          subject: viewer.username,
          aboutUserId: viewer.id,
        });
      }
      await enqueueAccountNotice(db, context, viewer, "accountDeleted");
    },
  });
  response.setCookie(endedSessionCookie(isHttps));
}

async function requireOtherAdmin(db: Db, { viewer }: SignedInContext): Promise<void> {
  if (viewer.role === "super_admin" && (await isLastSuperAdmin(db, viewer.id)))
    throw conflict("You are the last super admin. Make somebody else a super admin first.");
  if (await isLastCompanyAdmin(db, viewer))
    throw conflict(
      "You are the last admin of your company. Make somebody else an admin first, or ask the provider to delete the company.",
    );
}
