import type { accountApi } from "#contract/account.ts";
import type { User } from "#contract/users.ts";
import { updateUser } from "#server/features/adminUsers/adminUsers.queries.ts";
import { lockOwnAccount } from "#server/features/users/lockOwnAccount.queries.ts";
import type { SignedInContext } from "#server/platform/access/guards.ts";
import { changesOf } from "#server/platform/audit/changesOf.ts";
import { recordSiteAudit } from "#server/platform/audit/recordAudit.ts";
import type { SystemTransaction } from "#server/platform/db/database.ts";
import { byAccount } from "#server/platform/routing/callLimits.ts";
import type { Handled, ResponseContext } from "#server/platform/routing/route.ts";
import type { Limit } from "#server/platform/throttle/throttle.ts";
import { readProfilePicture } from "#server/platform/uploads/readPicture.ts";
import { deletePicture, listCompaniesOf, savePicture } from "./profile.queries.ts";

const PER_ACCOUNT: Limit = { name: "profile-account", attempts: 30, windowSeconds: 60 * 60 };

/** Limits changes, because each picture is drawn and each change empties caches. */
export const profileLimit = byAccount(PER_ACCOUNT);

export async function changeOwnProfile(
  context: Handled<typeof accountApi.changeProfile, SignedInContext>,
): Promise<User> {
  const { viewer, body } = context;
  const { fullName } = body;
  if (fullName === viewer.fullName) {
    context.response.unchanged();
    return viewer;
  }
  await change(context, changesOf(viewer, { fullName }), async (db) => {
    await db.all(updateUser, { userId: viewer.id, fullName, changed: ["fullName"] });
    return true;
  });
  return { ...viewer, fullName };
}

/**
 * Replaces the viewer's picture, which then has a new address.
 * @throws HttpError 400 for an invalid file, 413 for a file that is too large
 */
export async function saveOwnPicture(
  context: Handled<typeof accountApi.savePicture, SignedInContext>,
): Promise<{ pictureUrl: string }> {
  const userId = context.viewer.id;
  const content = await readProfilePicture(context.body.content);
  const saved = await change(context, { picture: "new" }, (db) =>
    db.first(savePicture, { userId, content }),
  );
  if (!saved) throw new Error("The picture was not stored");
  return saved;
}

export async function removeOwnPicture(
  context: Handled<typeof accountApi.removePicture, SignedInContext>,
): Promise<void> {
  const userId = context.viewer.id;
  await change(context, { picture: "none" }, (db) => db.first(deletePicture, { userId }));
}

/**
 * Changes the viewer's account in a transaction. If `work` has changed something, records it in the
 * audit log if the viewer is an admin, and reports the change to the companies that show the viewer's
 * name.
 */
async function change<Changed>(
  context: SignedInContext & { readonly response: ResponseContext },
  details: Record<string, unknown>,
  work: (db: SystemTransaction) => Promise<Changed>,
): Promise<Changed> {
  const { database, viewer, tenantId, response } = context;
  return database.system.transaction(async (db) => {
    await lockOwnAccount(db, context);
    const changed = await work(db);
    if (!changed) {
      response.unchanged();
      return changed;
    }
    if (viewer.role !== "user")
      await recordSiteAudit(db, context, {
        action: "user.update",
        subject: viewer.username,
        details,
        aboutUserId: viewer.id,
      });
    const companies = await db.all(listCompaniesOf, { userId: viewer.id });
    // Without a report, only the cached pages of the tenant are renewed, and no open page is loaded
    // again.
    if (companies.some(({ companyId }) => companyId !== tenantId))
      for (const { companyId } of companies)
        response.changedIn(companyId, { kind: "anything" }, false);
    return changed;
  });
}
